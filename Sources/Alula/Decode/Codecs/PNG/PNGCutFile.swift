#if os(Linux)
  import CImageCodecs
  import Foundation

  /// A PNG that ends too soon, made into one that libpng reads as far as the data go: the chunk that is cut off is shortened and
  /// closed, and an end put behind it.
  struct PNGCutFile {
    let data: Data

    /// `nil` when the file is whole, as far as its chunks tell, or ends before its first pixel.
    init?(_ bytes: ByteReader) {
      var index = 8
      var hasPixels = false
      while let length = bytes.big32(at: index), length <= Int32.max, let name = bytes.text(at: index + 4, count: 4) {
        // Cut off in the checksum is as good as whole.
        guard index + 12 + length <= bytes.count else {
          self.init(bytes, cutAt: index, isData: name == "IDAT", hasPixels: hasPixels)
          return
        }
        if name == "IEND" { return nil }
        if name == "IDAT" { hasPixels = true }
        index += 12 + length
      }
      // What says that it is longer than a chunk may be is damage, for libpng to judge.
      guard bytes.big32(at: index) ?? 0 <= Int32.max else { return nil }
      self.init(bytes, cutAt: index, isData: false, hasPixels: hasPixels)
    }

    private init?(_ bytes: ByteReader, cutAt index: Int, isData: Bool, hasPixels: Bool) {
      guard isData || hasPixels else { return nil }
      var file = bytes.slice(0, min(index, bytes.count)).data
      if isData {
        let length = min(bytes.big32(at: index) ?? 0, bytes.count - index - 8)
        let chunk = [UInt8](bytes.slice(index + 4, 4 + length).data)
        let checksum = alula_png_crc32(chunk, chunk.count)
        file += Self.big32(UInt32(length)) + chunk + Self.big32(checksum)
      }
      data = file + [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    }

    private static func big32(_ value: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
  }
#endif
