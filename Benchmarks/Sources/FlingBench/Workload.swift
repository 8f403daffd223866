import Foundation

/// A list of rows, a picture each, and how somebody scrolls through it: the corpus' `mix_web_2024.json` and `scroll_traces.json`.
struct Workload: Sendable {
  struct Picture: Decodable, Sendable {
    let id: Int
    let format: String
    let width: Int?
    let height: Int?
    let bytes: Int
  }

  struct Trace: Decodable, Sendable {
    /// Milliseconds, the first visible row, the last one.
    let events: [[Int]]
    let duration_ms: Int
  }

  private struct Mix: Decodable { let images: [Picture] }
  private struct Traces: Decodable {
    let rows: Int
    let traces: [String: Trace]
  }

  static let fling = "fling_down"
  static let jump = "status_bar_tap_like_jump"

  let pictures: [Picture]
  let traces: [String: Trace]
  let rows: Int

  /// `nil` where the corpus is absent.
  init?(_ folder: URL) throws {
    let files = ["mix_web_2024.json", "scroll_traces.json"].map { folder.appending(component: $0) }
    guard files.allSatisfy({ FileManager.default.fileExists(atPath: $0.path) }) else { return nil }
    pictures = try JSONDecoder().decode(Mix.self, from: Data(contentsOf: files[0])).images
    let read = try JSONDecoder().decode(Traces.self, from: Data(contentsOf: files[1]))
    (traces, rows) = (read.traces, read.rows)
  }
}

extension Workload.Trace {
  /// When the visible rows change the last time.
  var end: Duration { .milliseconds(events.last?[0] ?? 0) }

  /// The rows where scrolling stops.
  var finalRows: ClosedRange<Int> {
    guard let last = events.last else { return 0...0 }
    return last[1]...last[2]
  }

  /// Rows that are visible for 100 ms or more in all.
  var seenRows: Set<Int> {
    var times: [Int: Int] = [:]
    for (index, event) in events.enumerated() {
      let until = index + 1 < events.count ? events[index + 1][0] : duration_ms
      for row in event[1]...event[2] { times[row, default: 0] += until - event[0] }
    }
    return Set(times.filter { $0.value >= 100 }.keys)
  }

  /// Rows that are visible at some time.
  var passedRows: Set<Int> { Set(events.flatMap { Array($0[1]...$0[2]) }) }
}
