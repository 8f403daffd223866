import Foundation
import Testing

/// The built tool `alula`, running in a directory of its own.
final class Tool {
  struct Result {
    let status: Int32
    let output: String
    let bytes: Data
    let errors: String

    var outputLines: [String] { output.split(separator: "\n").map { String($0) } }
    var errorLines: [String] { errors.split(separator: "\n").map { String($0) } }
    /// Every line of the output as a JSON object.
    func objects() throws -> [[String: Any]] {
      try outputLines.map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      }
    }
  }

  private let process = Process()
  private let ended: AsyncStream<Void>
  private let streams: TemporaryDirectory

  /// Starts the tool.
  /// - Parameters:
  ///   - input: what it reads on standard input.
  ///   - errors: where its standard error goes when not into the result.
  ///   - caches: the user's directory of caches. Default: a new one, so that no test finds what another left, or the user.
  init(
    _ arguments: [String], in directory: TemporaryDirectory, input: String = "", output: FileHandle? = nil,
    errors: FileHandle? = nil, caches: String? = nil
  ) throws {
    streams = try TemporaryDirectory()
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    ended = stream
    let executable: URL = try #require(Self.executable, "alula is built beside the tests")
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["XDG_CACHE_HOME": caches ?? streams.path]) { $1 }
    process.currentDirectoryURL = URL(fileURLWithPath: directory.path)
    // Files, not pipes: nobody has to empty them, and no other process can keep them open.
    try streams.write(input, to: "in")
    process.standardInput = try FileHandle(forReadingFrom: streams.url("in"))
    process.standardOutput = try output ?? streams.writing("out")
    process.standardError = try errors ?? streams.writing("err")
    process.terminationHandler = { _ in continuation.finish() }
    try process.run()
  }

  static func run(
    _ arguments: [String], in directory: TemporaryDirectory, input: String = "", caches: String? = nil
  ) async throws -> Result {
    try await Tool(arguments, in: directory, input: input, caches: caches).result()
  }

  /// Sends the signal of Ctrl-C.
  func interrupt() { process.interrupt() }

  /// Waits for the end.
  func result() async throws -> Result {
    for await _ in ended {}
    let bytes = streams.bytes("out") ?? Data()
    return Result(
      status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
      output: String(decoding: bytes, as: UTF8.self), bytes: bytes,
      errors: String(decoding: streams.bytes("err") ?? Data(), as: UTF8.self))
  }

  /// SwiftPM puts executables and the test bundle into one directory.
  private static var executable: URL? {
    let places =
      [Bundle.main.bundleURL, Bundle.main.executableURL?.deletingLastPathComponent()].compactMap { $0 }
      + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
    return places.map { $0.appendingPathComponent("alula") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}
