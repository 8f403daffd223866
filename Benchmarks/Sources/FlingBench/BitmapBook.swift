import Alula
import Foundation

/// Decodes as usual, and knows how many of its bitmaps are alive.
final class BitmapBook: ImageDecoder, @unchecked Sendable {
  // Safe to share: everything is under the lock.
  private struct Weak { weak var bitmap: Bitmap? }

  private let decoder = DefaultImageDecoder()
  private let lock = NSLock()
  private var made: [Weak] = []

  func decode(_ data: Data, options: DecodeOptions) throws(LoadError) -> Bitmap {
    let bitmap = try decoder.decode(data, options: options)
    lock.withLock { made.append(Weak(bitmap: bitmap)) }
    return bitmap
  }

  var living: Int {
    lock.withLock {
      made.removeAll { $0.bitmap == nil }
      return made.count
    }
  }
}
