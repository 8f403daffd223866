import Alula
import Foundation

/// A list without a screen that scrolls as a trace says and loads its rows one way.
struct ListPlayer {
  let way: Way
  let trace: Workload.Trace
  let rows: Int
  let base: String

  /// Plays the trace, then waits for the rows where it stops, and at least as long as the trace lasts.
  func play() async throws -> PlayedRun {
    let pipeline = way.pipeline()
    let done = DoneRows()
    let requests = try (0..<rows).map { row in
      var request = try ImageRequest("\(base)/\(row)", target: .points(60, 60, scale: 2, mode: .fill))
      request.priority = way == .alula ? .high : .normal
      return request
    }
    let ahead = way == .alula ? ListPrefetcher(ImagePrefetcher(pipeline: pipeline)) { [requests[$0]] } : nil
    var running: [Int: ImageTask] = [:]
    let clock = ContinuousClock()
    let start = clock.now
    for event in trace.events {
      try await clock.sleep(until: start + .milliseconds(event[0]), tolerance: .zero)
      let visible = event[1]...event[2]
      if way == .alula {
        for (row, task) in running where !visible.contains(row) {
          task.cancel()
          running[row] = nil
        }
      }
      for row in visible where running[row] == nil {
        if pipeline.cachedImage(for: requests[row]) != nil {
          done.end(row, clock.now - start, failed: false)
          continue
        }
        let task = pipeline.task(for: requests[row])
        running[row] = task
        Task {
          do {
            _ = try await task.response
            done.end(row, clock.now - start, failed: false)
          } catch let error as LoadError where error.isCancelled {
          } catch { done.end(row, clock.now - start, failed: true) }
        }
      }
      ahead?.show(event[1]..<event[2] + 1, of: rows)
    }
    while !done.has(trace.finalRows) { try await clock.sleep(for: .milliseconds(5), tolerance: .zero) }
    try await clock.sleep(until: start + .milliseconds(trace.duration_ms), tolerance: .zero)
    let waits = trace.finalRows.map { row in max(.zero, (done.time(row) ?? .zero) - trace.end) / .seconds(1) }
    return PlayedRun(waits: waits, failed: done.failures, peak: ProcessMemory.peak)
  }
}

/// What a child tells its parent.
struct PlayedRun: Codable, Sendable {
  /// Of each row where scrolling stops: seconds from then until it was complete.
  let waits: [Double]
  let failed: Int
  /// Bytes.
  let peak: Int
}
