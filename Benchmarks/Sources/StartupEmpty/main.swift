import Foundation

// A program that links Foundation and reads a file, as StartupDecode does, but decodes nothing.
let data = try Data(contentsOf: URL(filePath: CommandLine.arguments[1]))
exit(data.isEmpty ? 1 : 0)
