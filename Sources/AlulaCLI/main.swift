import Foundation

let status = await CommandLineTool.run(Array(CommandLine.arguments.dropFirst()))
// A result that nobody can read is no success.
let isUnread = status == .success && Output.isIncomplete
exit((isUnread ? Output.isPipeClosed ? .pipeClosed : .someFailed : status).rawValue)
