#if os(Linux)
  import CImageCodecs

  /// The IDAT chunks of a PNG whose rest is plain, one piece after the other.
  ///
  /// What libpng treats in a way of its own is not plain: chunks that are cut off, too long or in an unusual order, unknown
  /// critical ones, an end that is not the format's twelve bytes.
  struct PNGDataChunks {
    /// Longer chunks are an oddity to libpng (`CHUNK_LIMIT` in `decode_png.c`).
    private static let longestChunk = 4 << 20
    /// Small enough that the inflater finds in the cache what the checksum has just read.
    private static let longestPiece = 64 * 1024

    private let bytes: UnsafeRawBufferPointer
    /// Where the chunk that is read goes on, and how much of it is left.
    private var place: Int
    private var left = 0
    private var crc: UInt32 = 0
    private var hasBegun = false

    /// - Parameters:
    ///   - start: Where the first IDAT chunk starts.
    ///   - inflatedSize: What the data come to; longer chunks than that are not plain.
    /// - Returns: `nil` when something is not plain. No checksum is looked at yet but that of the end.
    init?(_ bytes: UnsafeRawBufferPointer, start: Int, inflatedSize: Int) {
      self.bytes = bytes
      place = start
      guard Self.isPlain(bytes, start, longestData: max(Self.longestChunk, inflatedSize)) else { return nil }
    }

    private static func isPlain(_ bytes: UnsafeRawBufferPointer, _ start: Int, longestData: Int) -> Bool {
      var index = start
      var isInData = true
      while index >= 0, index <= bytes.count - 12 {
        let (length, name) = (Int(big32(bytes, index)), big32(bytes, index + 4))
        guard length <= bytes.count - 12 - index else { return false }
        switch name {
        case Self.data:
          guard isInData, length <= longestData else { return false }
        case Self.end:
          return length == 0 && big32(bytes, index + 8) == 0xAE42_6082
        default:
          guard length <= longestChunk, isAncillary(name) else { return false }
          isInData = false
        }
        index += 12 + length
      }
      return false
    }

    private static let data: UInt32 = 0x4944_4154
    private static let end: UInt32 = 0x4945_4E44

    /// Four letters, the first one small.
    private static func isAncillary(_ name: UInt32) -> Bool {
      let isSmall = name & 0x2000_0000 != 0
      return isSmall
        && [24, 16, 8, 0].allSatisfy { shift in
          let letter = UInt8(truncatingIfNeeded: name >> shift) | 0x20
          return letter >= 0x61 && letter <= 0x7A && name >> shift & 0x40 != 0
        }
    }

    /// The next piece of data; empty after the last. `nil` when a chunk has a wrong checksum.
    mutating func next() -> UnsafeRawBufferPointer? {
      while left == 0 {
        if hasBegun {
          guard Self.big32(bytes, place) == crc else { return nil }
          place += 4
        }
        guard Self.big32(bytes, place + 4) == Self.data else {
          // Asked again it answers the same.
          hasBegun = false
          return UnsafeRawBufferPointer(rebasing: bytes[place..<place])
        }
        left = Int(Self.big32(bytes, place))
        crc = alula_inflate_crc32(0, pointer(place + 4), 4)
        place += 8
        hasBegun = true
      }
      let count = min(left, Self.longestPiece)
      let piece = UnsafeRawBufferPointer(rebasing: bytes[place..<place + count])
      crc = alula_inflate_crc32(crc, pointer(place), count)
      place += count
      left -= count
      return piece
    }

    /// `bytes` was seen to be not empty.
    private func pointer(_ index: Int) -> UnsafePointer<UInt8> {
      UnsafeRawBufferPointer(rebasing: bytes[index...]).assumingMemoryBound(to: UInt8.self).baseAddress!
    }

    private static func big32(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt32 {
      UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self))
    }
  }
#endif
