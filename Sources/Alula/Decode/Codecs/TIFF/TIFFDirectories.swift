#if os(Linux) && TIFF
  import Foundation

  /// The chain of directories of a TIFF file: one for each page (TIFF 6.0 section 2; BigTIFF has wider numbers). libtiff counts them
  /// too, but compares each with all before it, which a file of a million empty ones makes a matter of hours.
  struct TIFFDirectories {
    private static let limit = 1 << 16

    private let bytes: ByteReader
    private let isLittle: Bool
    private let isBig: Bool

    init(_ bytes: ByteReader) {
      self.bytes = bytes
      isLittle = bytes[0] == 0x49
      isBig = bytes[isLittle ? 2 : 3] == 0x2B
    }

    /// How many pages there are: a chain that comes back to one of them, or leaves the file, ends. At most 65,536.
    var count: Int {
      var seen: Set<Int> = []
      var next = number(at: isBig ? 8 : 4, bytes: isBig ? 8 : 4)
      while let directory = next, directory > 0, seen.count < Self.limit,
        let entries = number(at: directory, bytes: isBig ? 8 : 2), seen.insert(directory).inserted
      {
        // Larger counts than a classic file can have end the chain: they are no directory.
        guard entries <= 0xFFFF else { break }
        next = number(at: directory + (isBig ? 8 + entries * 20 : 2 + entries * 12), bytes: isBig ? 8 : 4)
      }
      return seen.count
    }

    /// Whether the file ends within the first page's directory, or before it.
    var isCut: Bool {
      guard let directory = number(at: isBig ? 8 : 4, bytes: isBig ? 8 : 4), directory > 0,
        let entries = number(at: directory, bytes: isBig ? 8 : 2), entries <= 0xFFFF
      else { return count == 0 }
      return directory + (isBig ? 8 + entries * 20 : 2 + entries * 12) > bytes.count
    }

    private func number(at index: Int, bytes count: Int) -> Int? {
      switch count {
      case 2: return isLittle ? bytes.little16(at: index) : bytes.big16(at: index)
      case 4: return isLittle ? bytes.little32(at: index) : bytes.big32(at: index)
      default:
        guard let first = number(at: index, bytes: 4), let second = number(at: index + 4, bytes: 4) else { return nil }
        let (high, low) = isLittle ? (second, first) : (first, second)
        // No file in memory is larger than 2⁶² bytes.
        return high < 1 << 30 ? high << 32 | low : nil
      }
    }
  }
#endif
