import Foundation
import Testing

@testable import Alula

extension CacheBench {
  /// Returns when the variants that `pipeline` keeps behind its answers are on disk.
  func untilVariantsAreWritten(_ pipeline: ImagePipeline) async throws {
    // Encoding and writing are jobs of serial queues: who comes behind them comes after them.
    let variants = try #require(pipeline.variants)
    await variants.worker.finish {}
    _ = try await variants.shelf.write(
      variants.shelf.begin(
        .init(
          key: StoreKey("x"), root: StoreKey("x"), partition: .shared, label: "", reads: true, writes: true))
    ) { _ in true }
  }
}

/// Decodes as the default decoder does, and notes how many bytes it was given.
final class SizeCounter: ImageDecoder {
  private let state = Locked<[Int]>([])
  var sizes: [Int] { state.withLock { $0 } }

  func decode(_ data: Data, options: DecodeOptions) throws(LoadError) -> Bitmap {
    state.withLock { $0.append(data.count) }
    return try DefaultImageDecoder().decode(data, options: options)
  }
}
