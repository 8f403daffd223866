import Foundation

/// Decodes and transforms on its own threads, as many as cores, most urgent first. Never on the main thread, never on Swift's cooperative pool.
final class DecodePool: Sendable {
  private struct Seat: Sendable {
    let number: Int
    let worker: Worker
  }

  private let decoder: any ImageDecoder
  private let gate: Gate
  private let idle: Locked<[Seat]>
  private let spare: Seat
  private let watch: PipelineWatch
  private let memory: MemoryBudget

  init(
    decoder: any ImageDecoder, width: Int, order: ServingOrder, scheduling: Scheduling, watch: PipelineWatch,
    memory: MemoryBudget
  ) {
    let width = max(1, width)
    let seats = (0..<width).map {
      Seat(number: $0, worker: Worker(label: "alula.decode.\($0)", scheduling: scheduling))
    }
    self.decoder = decoder
    self.watch = watch
    self.memory = memory
    gate = Gate(width: width, order: order)
    // The first is taken first.
    idle = Locked(seats.reversed())
    spare = seats[0]
  }

  /// Whether a picture waits for a thread.
  var hasQueue: Bool { gate.waitingCount > 0 }

  /// - Returns: the picture after `transforms`, or what one of them threw: that says nothing about the bytes. Both name `url`.
  /// - Throws: what the decoder throws, naming `url`; `.cancelled` as soon as the decoder notices.
  func decode(
    _ encoded: EncodedImage, _ options: DecodeOptions, then transforms: [AnyImageTransform] = [],
    _ priority: LivePriority, _ ask: Ask, url: String?
  ) async throws(LoadError) -> Result<Bitmap, LoadError> {
    let seen = DecodeWatch(watch, ask)
    let grant = MemoryGrant(memory, priority)
    // Again only where there was no room, and each time with more of it.
    while true {
      let decoded: Result<Result<Bitmap, LoadError>, LoadError>?
      do throws(LoadError) {
        try await grant.waitForRoom()
        decoded = try await gate.withPlace(priority: priority) { () throws(LoadError) in
          // The gate is as wide as there are workers, so there is one; `spare` is never reached.
          let seat = idle.withLock { $0.popLast() } ?? spare
          defer { idle.withLock { $0.append(seat) } }
          return await seat.worker.finish {
            let begun = seen.begin(thread: seat.number)
            grant.begin()
            let decoded = MemoryGrant.$current.withValue(grant) { pixels(encoded, options, transforms, url) }
            let outcome = decoded.flatMap { $0 }
            if case .failure = outcome, grant.isRefused, !Task.isCancelled {
              seen.heldBack()
              return nil
            }
            seen.end(outcome, of: ByteCount(encoded.data.count), begun: begun)
            return decoded
          }
        }
      } catch {
        seen.left()
        throw error.naming(url)
      }
      if let decoded { return try decoded.get() }
    }
  }

  private func pixels(
    _ encoded: EncodedImage, _ options: DecodeOptions, _ transforms: [AnyImageTransform], _ url: String?
  ) -> Result<Result<Bitmap, LoadError>, LoadError> {
    Result { () throws(LoadError) in
      guard !Task.isCancelled else { throw .cancelled }
      let bitmap = try decoder.decode(encoded.data, options: options)
      return Result { () throws(LoadError) in try bitmap.applying(transforms, within: options.budget) }
        .mapError { $0.naming(url) }
    }.mapError { $0.naming(url) }
  }
}
