import Alula
import Foundation

/// The library's decoder, with a look at the thread it works on. Any `ImageDecoder` can take its place in a pipeline.
struct WatchedDecoder: ImageDecoder {
  struct Counts: Sendable {
    var decodes = 0
    var onMainThread = 0
  }

  private let decoder = DefaultImageDecoder()
  private let state = Locked(Counts())

  var counts: Counts { state.withLock { $0 } }

  func decode(_ data: Data, options: DecodeOptions) throws(LoadError) -> Bitmap {
    let isMain = Thread.isMainThread
    state.withLock { counts in
      counts.decodes += 1
      if isMain { counts.onMainThread += 1 }
    }
    return try decoder.decode(data, options: options)
  }
}
