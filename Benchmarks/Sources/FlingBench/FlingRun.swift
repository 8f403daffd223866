import Alula
import AlulaTesting
import Foundation

/// One way played once by a process of its own, against a server of its own.
struct FlingRun: Sendable {
  /// 20 Mbit/s, shared; 60 ms from request to head.
  static let speed = ByteCount(2_500_000)
  static let latency = Duration.milliseconds(60)

  let played: PlayedRun
  /// Body bytes for rows that were visible, but never for 100 ms.
  let passedBytes: Int
  /// Body bytes for rows that the trace does not come to.
  let aheadBytes: Int
  let bytes: Int

  /// Started for each run.
  init(_ way: Way, _ name: String, _ workload: Workload, _ bodies: [[UInt8]], corpus: URL) throws {
    var options = LoopbackOptions()
    options.bytesPerSecond = Self.speed
    let server = try LoopbackServer(options: options)
    for (row, body) in bodies.enumerated() {
      var response = LoopbackResponse.ok(body, type: PictureBodies.type(workload.pictures[row]))
      response.headers["Cache-Control"] = "max-age=3600"
      response.delay = Self.latency
      response.pieceSize = 4_096
      server.on("/\(row)", response)
    }
    played = try ChildProcess.run(["--child", way.rawValue, name, server.baseURL, corpus.path])
    server.stop()
    let trace = workload.traces[name]
    let (seen, passed) = (trace?.seenRows ?? [], trace?.passedRows ?? [])
    var (short, ahead, all) = (0, 0, 0)
    for row in bodies.indices {
      let sent = server.counters(for: "/\(row)").bodyBytesSent.bytes
      all += sent
      if !passed.contains(row) { ahead += sent } else if !seen.contains(row) { short += sent }
    }
    (passedBytes, aheadBytes, bytes) = (short, ahead, all)
  }
}
