#if os(Linux)
  import CGifReferee
  import Foundation

  @testable import Alula

  /// The first frame as giflib sees it.
  struct GIFReferee {
    /// 0, or giflib's number.
    let error: Int32
    let size: PixelSize
    let rowsLeft: Int
    /// Also when only a later row failed; `nil` when it came to none.
    let pixels: [UInt8]?

    static func decode(_ data: Data) -> GIFReferee {
      let picture = data.withUnsafeBytes {
        gif_referee_decode($0.bindMemory(to: UInt8.self).baseAddress, $0.count)
      }
      defer { gif_referee_free(picture) }
      let (width, height) = (Int(picture.width), Int(picture.height))
      return GIFReferee(
        error: picture.error, size: PixelSize(width: width, height: height), rowsLeft: Int(picture.rows_left),
        pixels: picture.pixels.map { Array(UnsafeBufferPointer(start: $0, count: width * height * 4)) })
    }
  }
#endif
