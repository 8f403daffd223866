#if BMP
  import Foundation

  /// Writes small Windows bitmaps by hand, and icons of them.
  struct BMPBuilder {
    var width: Int
    /// Below 0 for rows from the top down.
    var height: Int
    var bits: Int
    var headerSize = 40
    var compression = 0
    /// Red, green, blue, alpha as far as the file has them.
    var masks: [Int] = []
    /// Blue, green, red of each colour.
    var palette: [[UInt8]] = []
    var profile: [UInt8] = []

    init(width: Int, height: Int, bits: Int) {
      (self.width, self.height, self.bits) = (width, height, bits)
    }

    /// `pixels` as the file stores them: padded rows, or codes.
    func file(_ pixels: [UInt8]) -> Data {
      let head = header(heightFactor: 1)
      let start = 14 + head.count
      let fileHeader =
        Array("BM".utf8) + Self.little(start + pixels.count, 4) + Self.little(0, 4) + Self.little(start, 4)
      return Data(fileHeader + head + pixels + profile)
    }

    /// The same as a picture in an icon: without a file header, the height counts the mask.
    func icon(_ pixels: [UInt8], mask: [UInt8] = []) -> [UInt8] { header(heightFactor: 2) + pixels + mask }

    /// A directory and its pictures; `sizes` are what the directory says.
    static func icon(_ pictures: [[UInt8]], sizes: [(Int, Int)], isCursor: Bool = false) -> Data {
      var (directory, offset) = (
        little(0, 2) + little(isCursor ? 2 : 1, 2) + little(pictures.count, 2), 6 + 16 * pictures.count
      )
      for (picture, size) in zip(pictures, sizes) {
        directory +=
          [UInt8(truncatingIfNeeded: size.0), UInt8(truncatingIfNeeded: size.1), 0, 0] + little(1, 2) + little(32, 2)
        directory += little(picture.count, 4) + little(offset, 4)
        offset += picture.count
      }
      return Data(directory + pictures.flatMap { $0 })
    }

    private func header(heightFactor: Int) -> [UInt8] {
      var colors: [UInt8] = []
      for color in palette {
        colors += color
        if headerSize != 12 { colors.append(0) }
      }
      var bytes = Self.little(headerSize, 4)
      if headerSize == 12 {
        bytes += Self.little(width, 2)
        bytes += Self.little(height, 2)
        bytes += Self.little(1, 2)
        bytes += Self.little(bits, 2)
        return bytes + colors
      }
      bytes += Self.little(width, 4)
      bytes += Self.little(height * heightFactor, 4)
      bytes += Self.little(1, 2)
      bytes += Self.little(bits, 2)
      bytes += Self.little(compression, 4)
      bytes += Self.little(0, 12)
      bytes += Self.little(palette.count, 4)
      bytes += Self.little(0, 4)
      for mask in masks { bytes += Self.little(mask, 4) }
      let size = max(bytes.count, headerSize)
      bytes += [UInt8](repeating: 0, count: size - bytes.count)
      if !profile.isEmpty {
        let rowBytes = (width * bits + 31) / 32 * 4
        let place = size + colors.count + abs(height) * rowBytes
        bytes.replaceSubrange(56..<60, with: Self.little(0x4D42_4544, 4))
        bytes.replaceSubrange(112..<116, with: Self.little(place, 4))
        bytes.replaceSubrange(116..<120, with: Self.little(profile.count, 4))
      }
      return bytes + colors
    }

    static func little(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
    }
  }
#endif
