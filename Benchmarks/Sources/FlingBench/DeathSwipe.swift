import Alula
import AlulaTesting
import Foundation

/// Flings through 10,000 rows by chance, as fast as a thumb and faster, and looks at what it gets and at what stays in memory.
struct DeathSwipe {
  static let rows = 10_000
  static let cap = ByteCount.megabytes(64)
  private static let visibleRows = 12

  let base: String
  let seconds: Int
  let seed: UInt64

  func run() async throws -> SwipeReport {
    let book = BitmapBook()
    var configuration = ImagePipeline.Configuration.ephemeral(
      decoder: book, memoryCache: MemoryCache(costLimit: Self.cap, trimsOnPressure: false))
    configuration.memoryBudget = Self.cap
    configuration.network.retry = .none
    let pipeline = ImagePipeline(configuration: configuration)
    let delivered = Delivered()
    let requests = try (0..<Self.rows).map { row in
      var request = try ImageRequest("\(base)/\(row)", target: .points(60, 60, scale: 2, mode: .fill))
      request.priority = .high
      return request
    }
    let ahead = ListPrefetcher(ImagePrefetcher(pipeline: pipeline)) { [requests[$0]] }
    var thumb = Thumb(rows: Self.rows - Self.visibleRows, seed: seed)
    var running: [Int: ImageTask] = [:]
    let clock = ContinuousClock()
    let start = clock.now
    // What is compared begins when the cache is full: until then there is more each moment.
    var next = 0
    while pipeline.memoryCache.statistics.evictions == 0, pipeline.memoryCache.statistics.count < Self.rows {
      for row in next..<min(next + 50, Self.rows) {
        delivered.add(row, .success(try await pipeline.image(for: requests[row]).image))
      }
      next = next + 50 < Self.rows ? next + 50 : 0
    }
    let filled = clock.now
    var samples: [SwipeReport.Sample] = []
    var frame = filled
    while clock.now < filled + .seconds(seconds) {
      frame = max(clock.now, frame + .milliseconds(16))
      try await clock.sleep(until: frame, tolerance: .zero)
      let first = thumb.move()
      let visible = first..<first + Self.visibleRows
      for (row, task) in running where !visible.contains(row) {
        task.cancel()
        running[row] = nil
      }
      for row in visible where running[row] == nil {
        if let held = pipeline.cachedImage(for: requests[row]) {
          delivered.add(row, .success(held.image))
          continue
        }
        let task = pipeline.task(for: requests[row])
        running[row] = task
        Task {
          do { delivered.add(row, .success(try await task.response.image)) } catch {
            delivered.add(row, .failure(error))
          }
        }
      }
      ahead.show(visible, of: Self.rows)
      guard thumb.frames % 6 == 0 else { continue }
      samples.append(
        SwipeReport.Sample(resident: ProcessMemory.now, living: book.living, use: pipeline.memoryUse.total.bytes))
    }
    return SwipeReport(
      samples: samples, peak: ProcessMemory.peak, delivered: delivered.count, wrong: delivered.wrong,
      failed: delivered.failed, fill: (filled - start) / .seconds(1),
      evictions: pipeline.memoryCache.statistics.evictions)
  }
}

/// What came, each looked at.
private final class Delivered: @unchecked Sendable {
  // Safe to share: everything is under the lock.
  private let lock = NSLock()
  private var counts = (all: 0, wrong: 0, failed: 0)

  func add(_ row: Int, _ result: Result<Bitmap, any Error>) {
    switch result {
    case .success(let bitmap):
      let isRight = NumberedPictures.number(in: bitmap) == row
      lock.withLock {
        counts.all += 1
        if !isRight { counts.wrong += 1 }
      }
    case .failure(let error):
      if (error as? LoadError)?.isCancelled != true { lock.withLock { counts.failed += 1 } }
    }
  }

  var count: Int { lock.withLock { counts.all } }
  var wrong: Int { lock.withLock { counts.wrong } }
  var failed: Int { lock.withLock { counts.failed } }
}
