import Foundation

let status = await CommandLineTool.run(Array(CommandLine.arguments.dropFirst()))
// A result that nobody can read is no success.
exit((status == .success && Output.isIncomplete ? .someFailed : status).rawValue)
