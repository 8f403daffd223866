import Foundation

/// Decodes and transforms on its own threads, as many as cores, most urgent first. Never on the main thread, never on Swift's cooperative pool.
final class DecodePool: Sendable {
  private let decoder: any ImageDecoder
  private let gate: Gate
  private let idle: Locked<[Worker]>
  private let spare: Worker

  init(decoder: any ImageDecoder, width: Int, order: ServingOrder, scheduling: Scheduling) {
    let width = max(1, width)
    let workers = (0..<width).map { Worker(label: "alula.decode.\($0)", scheduling: scheduling) }
    self.decoder = decoder
    gate = Gate(width: width, order: order)
    idle = Locked(workers)
    spare = workers[0]
  }

  /// - Returns: the picture after `transforms`, or what one of them threw: that says nothing about the bytes. Both name `url`.
  /// - Throws: what the decoder throws, naming `url`; `.cancelled` as soon as the decoder notices.
  func decode(
    _ encoded: EncodedImage, _ options: DecodeOptions, then transforms: [AnyImageTransform] = [],
    _ priority: LivePriority, url: String?
  ) async throws(LoadError) -> Result<Bitmap, LoadError> {
    do throws(LoadError) {
      return try await gate.withPlace(priority: priority) { () throws(LoadError) in
        // The gate is as wide as there are workers, so there is one; `spare` is never reached.
        let worker = idle.withLock { $0.popLast() } ?? spare
        defer { idle.withLock { $0.append(worker) } }
        return try await worker.run { () throws(LoadError) in
          guard !Task.isCancelled else { throw .cancelled }
          let bitmap = try decoder.decode(encoded.data, options: options)
          return Result { () throws(LoadError) in try bitmap.applying(transforms, within: options.budget) }
            .mapError { $0.naming(url) }
        }
      }
    } catch { throw error.naming(url) }
  }
}
