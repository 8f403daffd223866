import Alula
import Dispatch
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
    let isMain = MainThreadMark.isHere
    state.withLock { counts in
      counts.decodes += 1
      if isMain { counts.onMainThread += 1 }
    }
    return try decoder.decode(data, options: options)
  }
}

/// Tells whether code runs where the main actor does. An asynchronous `main` on Linux serves the main queue from a thread
/// that does not call itself the main one, so the queue is marked.
enum MainThreadMark {
  private static let key = DispatchSpecificKey<Bool>()
  private static let isSet: Bool = {
    DispatchQueue.main.setSpecific(key: key, value: true)
    return true
  }()

  static var isHere: Bool { isSet && (Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true) }
}
