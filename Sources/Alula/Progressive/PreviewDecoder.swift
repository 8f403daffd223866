/// The thread that makes previews, one at a time in the whole pipeline, most urgent first. It is none of the decoding threads: a
/// picture never waits for one that a preview has, and of previews no more than one copy of a body and one bitmap are in the making.
final class PreviewDecoder: Sendable {
  let decoder: any ImageDecoder
  private let decoding: DecodePool
  private let memory: MemoryBudget
  private let gate: Gate
  private let worker: Worker

  init(
    decoder: any ImageDecoder, pictures decoding: DecodePool, memory: MemoryBudget, order: ServingOrder,
    scheduling: Scheduling
  ) {
    self.decoder = decoder
    self.decoding = decoding
    self.memory = memory
    gate = Gate(width: 1, order: order)
    worker = Worker(label: "alula.previews", scheduling: scheduling)
  }

  /// Whether there is time for previews: no picture waits to be decoded.
  var hasTime: Bool { !decoding.hasQueue }

  /// For memory that nobody needs: no picture leaves the cache for it and nothing waits, and it is not among what runs, so that work which
  /// waits for room never waits for a preview.
  func grant() -> MemoryGrant { MemoryGrant(memory, LivePriority(Rank(priority: .veryLow, number: 0))) }

  /// Runs `body` on the thread, in the caller's task; `nil` when that was cancelled before, or there is no time any more.
  func run<Value: Sendable>(_ priority: LivePriority, _ body: @Sendable () -> Value?) async -> Value? {
    do throws(LoadError) {
      return try await gate.withPlace(priority: priority) { () throws(LoadError) in
        guard hasTime else { return nil }
        return await worker.finish(body)
      }
    } catch { return nil }
  }
}
