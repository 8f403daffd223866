#if os(Linux) && BMP
  import Foundation

  /// The header of a bitmap (Microsoft's BITMAPCOREHEADER to BITMAPV5HEADER, IBM's OS/2 2.x header), as in BMP files and icons.
  struct BMPHeader {
    enum Compression: Int {
      case none, runs8, runs4, masks
    }

    /// Where the header is, and what is known from outside about it.
    struct Place {
      /// Which format errors speak of.
      var format = ImageFormat.bmp
      var start = 14
      /// What the file header says; `nil` in an icon, where pixels follow the colours.
      var pixels: Int?
      /// In an icon the height counts the mask, too.
      var isIcon: Bool { pixels == nil }
    }

    let size: PixelSize
    let isTopDown: Bool
    let bits: Int
    private(set) var compression = Compression.none
    /// 256 colours as RGBA in memory order; those that the file has not are black. Empty above 8 bits.
    private(set) var palette: [UInt32] = []
    private(set) var channels: [BMPChannel] = []
    /// Where the pixels start.
    private(set) var pixels = 0
    private(set) var profile: Data?

    private let bytes: ByteReader
    private let place: Place
    private let headerSize: Int

    init(_ bytes: ByteReader, at place: Place) throws(LoadError) {
      (self.bytes, self.place) = (bytes, place)
      let shape = try Shape(bytes, place)
      (headerSize, size, bits, isTopDown) = (shape.headerSize, shape.size, shape.bits, shape.isTopDown)
      try readCompression()
      try readColors()
      if headerSize >= 124 { readProfile() }
    }

    /// Bytes from one row of pixels to the next.
    var rowBytes: Int { (size.width * bits + 31) / 32 * 4 }

    var hasAlpha: Bool { channels.count == 4 }

    /// Whether the pixels of an uncompressed picture are all there; padding after the last row need not be.
    var isWhole: Bool {
      guard let before = product(rowBytes, size.height - 1) else { return false }
      return bytes.count - pixels - (size.width * bits + 7) / 8 >= before
    }

    /// Size and bits a pixel alone.
    static func readSize(_ bytes: ByteReader, at place: Place) throws(LoadError) -> (size: PixelSize, bits: Int) {
      let shape = try Shape(bytes, place)
      return (shape.size, shape.bits)
    }

    private mutating func readCompression() throws(LoadError) {
      let number = headerSize >= 20 ? bytes.little32(at: place.start + 16) ?? 0 : 0
      // 3 in an OS/2 header is a fax code; 4 and 5 are run lengths of colours there, else JPEG and PNG for printers.
      let isFax = headerSize == 64 && number == 3
      let kind = isFax ? nil : Compression(rawValue: number)
      switch (kind, bits) {
      case (.none?, 1), (.none?, 4), (.none?, 8), (.none?, 16), (.none?, 24), (.none?, 32), (.runs8, 8), (.runs4, 4),
        (.masks, 16), (.masks, 32):
        compression = kind ?? .none
      default:
        throw LoadError(
          .decoding, "A bitmap of \(bits) bits a pixel with compression \(number) is not decoded.")
      }
    }

    private mutating func readColors() throws(LoadError) {
      var colors = place.start + headerSize
      if compression == .masks {
        // The masks of a short header follow it; longer ones hold them, and one for alpha, at the same place.
        let count = headerSize >= 56 ? 4 : 3
        channels = (0..<count).map { BMPChannel(mask: bytes.little32(at: place.start + 40 + $0 * 4) ?? 0) }
        if count == 4, channels[3].isEmpty { channels.removeLast() }
        if headerSize < 52 { colors += 12 }
      } else if bits == 16 {
        channels = [0x7C00, 0x03E0, 0x001F].map(BMPChannel.init)
      } else if bits == 32, place.isIcon {
        channels = [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000].map(BMPChannel.init)
      }
      let used = headerSize >= 36 ? bytes.little32(at: place.start + 32) ?? 0 : 0
      let entryBytes = headerSize == 12 ? 3 : 4
      if bits <= 8 {
        guard used <= 256 else { throw ContainerHeader.damaged(place.format, "it has \(used) colours.") }
        let count = used == 0 ? 1 << bits : used
        let room = (place.pixels ?? .max) > colors ? ((place.pixels ?? .max) - colors) / entryBytes : count
        readPalette(at: colors, count: min(count, room), entryBytes)
        colors += count * entryBytes
      } else {
        colors += min(used, bytes.count) * entryBytes
      }
      pixels = place.pixels.flatMap { $0 >= place.start + headerSize ? $0 : nil } ?? colors
      guard pixels < bytes.count else { throw ContainerHeader.truncated(place.format) }
    }

    private mutating func readPalette(at start: Int, count: Int, _ entryBytes: Int) {
      palette = [UInt32](repeating: UInt32(littleEndian: 0xFF00_0000), count: 256)
      for index in 0..<count {
        guard let color = bytes.little24(at: start + index * entryBytes) else { break }
        palette[index] = (UInt32(color) << 8 | 0xFF).bigEndian
      }
    }

    /// BITMAPV5HEADER: "MBED" as a number says that a profile is in the file; its place counts from the header.
    private mutating func readProfile() {
      guard bytes.little32(at: place.start + 56) == 0x4D42_4544, let offset = bytes.little32(at: place.start + 112),
        let count = bytes.little32(at: place.start + 116), count <= ICCProfile.maximumSize
      else { return }
      let slice = bytes.slice(place.start + offset, count)
      if slice.count == count, count > 0 { profile = slice.data }
    }
  }

  /// What the first fields say.
  private struct Shape {
    let headerSize: Int
    let size: PixelSize
    let bits: Int
    let isTopDown: Bool

    init(_ bytes: ByteReader, _ place: BMPHeader.Place) throws(LoadError) {
      let start = place.start
      guard let headerSize = bytes.little32(at: start) else { throw ContainerHeader.truncated(place.format) }
      let isCore = headerSize == 12
      let width = isCore ? bytes.little16(at: start + 4) : Self.signed32(bytes, start + 4)
      let height = isCore ? bytes.little16(at: start + 6) : Self.signed32(bytes, start + 8)
      guard let width, let height, let bits = bytes.little16(at: start + (isCore ? 10 : 14)), headerSize <= bytes.count
      else { throw ContainerHeader.truncated(place.format) }
      guard headerSize >= 12, width > 0, height != 0 else {
        throw ContainerHeader.damaged(place.format, "a side of the picture is not above 0.")
      }
      self.headerSize = headerSize
      self.bits = bits
      isTopDown = height < 0
      size = PixelSize(width: width, height: place.isIcon ? max(1, abs(height) / 2) : abs(height))
    }

    private static func signed32(_ bytes: ByteReader, _ index: Int) -> Int? {
      bytes.little32(at: index).map { Int(Int32(truncatingIfNeeded: $0)) }
    }
  }

  /// One colour of a pixel of 16 or 32 bits: which bits it is in.
  struct BMPChannel {
    private let mask: UInt32
    private let shift: UInt32
    /// For the upper 8 bits of a value, or all of a shorter one.
    let table: [UInt8]

    init(mask: Int) {
      self.mask = UInt32(truncatingIfNeeded: mask)
      let lowest = UInt32(self.mask.trailingZeroBitCount)
      let width = self.mask == 0 ? 0 : 32 - self.mask.leadingZeroBitCount - Int(lowest)
      shift = lowest + UInt32(max(0, width - 8))
      table = (0...255).map { Self.widened(UInt8($0), bits: min(width, 8)) }
    }

    var isEmpty: Bool { mask == 0 }

    @inline(__always)
    func index(_ pixel: UInt32) -> Int { Int((pixel & mask) &>> shift & 0xFF) }

    /// Short values are repeated to fill 8 bits, so that the largest becomes 255.
    private static func widened(_ value: UInt8, bits: Int) -> UInt8 {
      guard bits > 0 else { return 0 }
      var (result, filled) = (Int(value) & ((1 << bits) - 1), bits)
      while filled < 8 {
        result = result << bits | Int(value) & ((1 << bits) - 1)
        filled += bits
      }
      return UInt8(truncatingIfNeeded: result >> (filled - 8))
    }
  }
#endif
