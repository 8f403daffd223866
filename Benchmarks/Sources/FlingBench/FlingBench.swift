import Alula
import AlulaTesting
import Foundation

/// What is measured, and the tables of it.
enum FlingBench {
  static func flings(_ workload: Workload, corpus: URL, rounds: Int, pictures: URL) throws -> [String] {
    let bodies = PictureBodies(folder: pictures)
    let names = [Workload.fling, Workload.jump]
    let last = names.compactMap { workload.traces[$0]?.passedRows.max() }.max() ?? 0
    // What is behind the last row may be fetched ahead.
    let needed = workload.pictures.prefix(last + 50)
    let files = try needed.map { try bodies.body($0) }
    let wanted = needed.reduce(0) { $0 + $1.bytes }
    let made = files.reduce(0) { $0 + $1.count }
    var runs: [String: [Way: [FlingRun]]] = [:]
    for round in 0..<rounds {
      for name in names {
        for way in round % 2 == 0 ? Way.allCases : Way.allCases.reversed() {
          runs[name, default: [:]][way, default: []].append(
            try FlingRun(way, name, workload, files, corpus: corpus))
        }
      }
    }
    return [
      "\(rounds) rounds; \(files.count) pictures of \(made / 1000) KB in all (the mix says \(wanted / 1000) KB); 20 Mbit/s, 60 ms.",
      "",
    ] + names.flatMap { FlingTable(name: $0, runs: runs[$0] ?? [:]).lines }
  }

  static func swipe(_ seconds: Int, _ seed: UInt64) throws -> [String] {
    let server = try LoopbackServer()
    let pictures = NumberedPictures()
    server.on(prefix: "/") { pictures.answer($0) }
    let report: SwipeReport = try ChildProcess.run(["--child", "death-swipe", server.baseURL, "\(seconds)", "\(seed)"])
    return report.lines + ["Seed \(seed).", ""]
  }

  /// What follows `name` on the command line.
  static func option(_ name: String) -> String? {
    let arguments = CommandLine.arguments
    return arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
  }

  static func answer(_ value: some Encodable) throws {
    FileHandle.standardOutput.write(try JSONEncoder().encode(value))
  }
}
