import Alula

/// The list of an app: one picture a row, asked for on the main actor as a list's cells do.
@MainActor
struct FeedList {
  /// How far a run has come.
  struct Progress {
    let rowsDone: Int
    let rows: Int
    let received: ByteCount
  }

  let entries: [FeedEntry]
  let pipeline: ImagePipeline
  /// A square cell of 96 points on a display with two pixels a point.
  static let cell = TargetSize.points(96, 96, scale: 2, mode: .fill)

  /// Asks for the pictures of `rows`, all at once; the pipeline's limits decide how many are on their way.
  /// - Parameter onProgress: called after every row.
  func load(_ rows: [Int], onProgress: (Progress) -> Void) async -> [RowResult] {
    let received = ReceivedBytes()
    return await withTaskGroup(of: RowResult.self) { group in
      for row in rows {
        group.addTask { await load(row, received) }
      }
      var results: [RowResult] = []
      for await result in group {
        results.append(result)
        onProgress(Progress(rowsDone: results.count, rows: rows.count, received: received.total))
      }
      return results.sorted { $0.row < $1.row }
    }
  }

  private func load(_ row: Int, _ received: ReceivedBytes) async -> RowResult {
    let (clock, entry) = (ContinuousClock(), entries[row])
    let start = clock.now
    let outcome = await outcome(of: entry) { received.set($0.received, of: entry) }
    return RowResult(row: row, entry: entry, outcome: outcome, time: start.duration(to: clock.now))
  }

  private func outcome(of entry: FeedEntry, onProgress: (LoadProgress) -> Void) async -> RowResult.Outcome {
    guard let imageURL = entry.imageURL else { return .placeholder }
    do throws(LoadError) {
      let request = try ImageRequest(imageURL, target: Self.cell)
      // Memory answers in the same turn: no flash of a placeholder when a list scrolls back.
      if let response = pipeline.cachedImage(for: request) { return .picture(response) }
      for await event in pipeline.task(for: request).events {
        switch event {
        case .progress(let progress): onProgress(progress)
        case .preview: break
        case .finished(let result): return .picture(try result.get())
        }
      }
      return .placeholder
    } catch { return .failed(error) }
  }
}

/// Bytes that came, by address: rows that share one share its download.
@MainActor
private final class ReceivedBytes {
  private var addresses: [String: ByteCount] = [:]

  var total: ByteCount { addresses.values.reduce(.zero, +) }

  func set(_ count: ByteCount, of entry: FeedEntry) { addresses[entry.imageURL ?? ""] = count }
}
