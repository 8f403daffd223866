#if os(Linux) && BMP
  import Foundation

  /// Turns the pixels of a bitmap into rows of RGB, or of RGBA where it has a mask for alpha. Any row may be asked for.
  struct BMPRows: ~Copyable {
    let layout: RowLayout
    private let header: BMPHeader
    private let bytes: UnsafeRawBufferPointer
    private let runs: BMPRunRows?
    private let indexes: PixelBuffer<UInt8>

    static func memoryNeeded(_ header: BMPHeader) -> Int? {
      header.compression == .runs4 || header.compression == .runs8
        ? BMPRunRows.memoryNeeded(header.size).map { $0 + header.size.width } : header.size.width
    }

    init(_ bytes: UnsafeRawBufferPointer, _ header: BMPHeader, _ format: ImageFormat = .bmp) throws(LoadError) {
      let isCoded = header.compression == .runs4 || header.compression == .runs8
      guard isCoded || header.isWhole else { throw ContainerHeader.truncated(format) }
      let runs = isCoded ? try BMPRunRows(ByteReader(bytes), header) : nil
      indexes = try PixelBuffer(count: header.size.width)
      self.bytes = bytes
      self.header = header
      self.runs = runs
      layout = header.hasAlpha ? .rgba8 : .rgb8
    }

    /// Writes `row`, counted from the top.
    func read(_ row: Int, into target: UnsafeMutablePointer<UInt8>) {
      let stored = header.isTopDown ? row : header.size.height - 1 - row
      let width = header.size.width
      if let runs {
        runs.read(stored, into: UnsafeMutableBufferPointer(start: indexes.base, count: width))
        return color(UnsafeRawPointer(indexes.base), bits: 8, into: target)
      }
      // `isWhole` says that every row is inside.
      guard let base = bytes.baseAddress else { return }
      let source = base + header.pixels + stored * header.rowBytes
      switch header.bits {
      case 1, 4, 8: color(source, bits: header.bits, into: target)
      case 24: swap(source, step: 3, into: target)
      case 32 where header.channels.isEmpty: swap(source, step: 4, into: target)
      case 16:
        for pixel in 0..<width {
          let value = UInt32(UInt16(littleEndian: source.loadUnaligned(fromByteOffset: pixel * 2, as: UInt16.self)))
          split(value, into: target + pixel * layout.channels)
        }
      default:
        for pixel in 0..<width {
          let value = UInt32(littleEndian: source.loadUnaligned(fromByteOffset: pixel * 4, as: UInt32.self))
          split(value, into: target + pixel * layout.channels)
        }
      }
    }

    private func color(_ source: UnsafeRawPointer, bits: Int, into target: UnsafeMutablePointer<UInt8>) {
      header.palette.withUnsafeBufferPointer { palette in
        for pixel in 0..<header.size.width {
          let bit = pixel &* bits
          let byte = source.load(fromByteOffset: bit &>> 3, as: UInt8.self)
          let index = (Int(byte) &>> (8 &- bits &- (bit & 7))) & ((1 &<< bits) &- 1)
          let color = palette[index].littleEndian
          let place = target + pixel &* 3
          place[0] = UInt8(truncatingIfNeeded: color)
          place[1] = UInt8(truncatingIfNeeded: color &>> 8)
          place[2] = UInt8(truncatingIfNeeded: color &>> 16)
        }
      }
    }

    /// Blue, green, red become red, green, blue.
    private func swap(_ source: UnsafeRawPointer, step: Int, into target: UnsafeMutablePointer<UInt8>) {
      var (from, place) = (source.assumingMemoryBound(to: UInt8.self), target)
      for _ in 0..<header.size.width {
        (place[0], place[1], place[2]) = (from[2], from[1], from[0])
        from += step
        place += 3
      }
    }

    @inline(__always)
    private func split(_ pixel: UInt32, into target: UnsafeMutablePointer<UInt8>) {
      for (place, channel) in header.channels.enumerated() {
        target[place] = channel.table[channel.index(pixel)]
      }
    }
  }
#endif
