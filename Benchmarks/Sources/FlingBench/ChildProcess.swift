import Foundation

/// This program once more, for a part of it whose memory is measured.
enum ChildProcess {
  struct Failure: Error { let status: Int32 }

  /// What it prints, as JSON.
  static func run<Answer: Decodable>(_ arguments: [String]) throws -> Answer {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
    return try JSONDecoder().decode(Answer.self, from: data)
  }
}
