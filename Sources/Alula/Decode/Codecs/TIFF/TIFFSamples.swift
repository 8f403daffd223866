#if os(Linux) && TIFF
  import CImageCodecs

  /// How the samples of a page become rows of 8 bits a channel: grey, RGB, palette and CMYK of 1 to 16 bits a sample, in one plane or in
  /// one for each sample. What has more than 8 bits keeps its upper 8.
  struct TIFFSamples {
    /// What the first sample beyond the colours is (TIFF 6.0, ExtraSamples).
    enum Alpha {
      case none, premultiplied, straight

      /// Only what the file calls alpha is: unspecified samples are met beside opaque pictures.
      init(_ header: alula_tiff_header) {
        let kind = header.extra_count > 0 ? header.first_extra : 0
        self = kind == 1 ? .premultiplied : kind == 2 ? .straight : .none
      }
    }

    let layout: RowLayout
    /// How many planes are read: those of the colours and of alpha.
    let planes: Int
    private let bits: Int
    /// Samples from one pixel to the next in a row as it is stored.
    private let step: Int
    private let colors: Int
    private let alpha: Alpha
    private let repeatsGray: Bool
    /// L*a*b*, to be converted once all three samples of a pixel are there.
    private let isLab: Bool
    /// What samples of up to 8 bits, or the upper 8 bits of larger ones, become.
    private let table: [UInt8]
    private let palette: [UInt8]

    /// `nil` for kinds that libtiff converts to RGBA by itself, or nobody.
    init?(_ file: TIFFFile) throws(LoadError) {
      let header = file.header
      guard (1...16).contains(header.bits), header.bits <= 8 || header.photometric != 3 else { return nil }
      let isLab = header.photometric == 8 && header.bits == 8 && header.samples == 3 && header.is_separate == 0
      switch (header.photometric, header.decodes_to_rgb != 0) {
      case (8, _) where isLab: colors = 3
      case (0, _), (1, _), (3, _): colors = 1
      case (2, _), (_, true): colors = 3
      case (5, _): colors = 4
      default: return nil
      }
      guard Int(header.samples) >= colors else { return nil }
      self.isLab = isLab
      let isInk = colors == 4
      let hasPalette = header.photometric == 3
      alpha = isInk || Int(header.samples) == colors ? .none : Alpha(header)
      bits = Int(header.bits)
      step = header.is_separate != 0 ? 1 : Int(header.samples)
      planes = header.is_separate != 0 ? colors + (alpha == .none ? 0 : 1) : 1
      palette = hasPalette ? try file.readPalette() : []
      // Grey has no premultiplied layout.
      repeatsGray = colors == 1 && !hasPalette && alpha == .premultiplied
      layout = Self.layout(isInk: isInk, isGray: colors == 1 && !hasPalette, alpha)
      table = Self.table(bits: bits, isIndex: hasPalette, isInverted: header.photometric == 0 || isInk)
    }

    private static func layout(isInk: Bool, isGray: Bool, _ alpha: Alpha) -> RowLayout {
      switch (alpha, isGray) {
      case _ where isInk: .cmyk8
      case (.premultiplied, _): .rgba8Premultiplied
      case (.straight, true): .grayAlpha8
      case (.straight, false): .rgba8
      case (.none, true): .gray8
      case (.none, false): .rgb8
      }
    }

    /// White is 0 in some grey pictures; ink is counted the other way round by `RowLayout.cmyk8`.
    private static func table(bits: Int, isIndex: Bool, isInverted: Bool) -> [UInt8] {
      let largest = (1 << min(bits, 8)) - 1
      return (0...255).map { value in
        guard !isIndex else { return UInt8(value) }
        let scaled = UInt8(min(255, value * 255 / largest))
        return isInverted ? 255 - scaled : scaled
      }
    }

    /// Writes the channels of `count` pixels that are in `source`, a row of `plane`. Reads up to two bytes past its end.
    func unpack(
      _ source: UnsafePointer<UInt8>, plane: Int, into target: UnsafeMutablePointer<UInt8>, count: Int
    ) {
      let channels = layout.channels
      if step == 1 {
        unpack(source, sample: 0, color: plane, into: target, channels: channels, count: count)
      } else {
        for sample in 0..<colors + (alpha == .none ? 0 : 1) {
          unpack(source, sample: sample, color: sample, into: target, channels: channels, count: count)
        }
        if isLab { LabColors.convert(target, count: count) }
      }
    }

    private func unpack(
      _ source: UnsafePointer<UInt8>, sample: Int, color: Int, into target: UnsafeMutablePointer<UInt8>, channels: Int,
      count: Int
    ) {
      let isAlpha = color == colors
      if isAlpha {
        // Alpha is never turned round, nor an index.
        copy(source, sample, into: target + channels - 1, channels, count) { value, target in
          target.pointee = bits >= 8 ? value : UInt8(Int(value) * 255 / ((1 << bits) - 1))
        }
      } else if !palette.isEmpty {
        palette.withUnsafeBufferPointer { palette in
          copy(source, sample, into: target, channels, count) { value, target in
            let color = Int(value) &* 4
            target[0] = palette[color]
            target[1] = palette[color &+ 1]
            target[2] = palette[color &+ 2]
          }
        }
      } else {
        table.withUnsafeBufferPointer { table in
          copy(source, sample, into: target + color, channels, count) { value, target in
            target.pointee = table[Int(value)]
            if repeatsGray { (target[1], target[2]) = (target[0], target[0]) }
          }
        }
      }
    }

    /// Hands out a sample of each pixel: the number itself below 8 bits, else its upper 8. Smaller ones than a byte, and those of 9 to 15
    /// bits, are packed, the highest bit first.
    @inline(__always)
    private func copy(
      _ source: UnsafePointer<UInt8>, _ sample: Int, into target: UnsafeMutablePointer<UInt8>, _ channels: Int,
      _ count: Int,
      _ write: (UInt8, UnsafeMutablePointer<UInt8>) -> Void
    ) {
      var (index, place) = (sample, target)
      switch bits {
      case 8:
        for _ in 0..<count {
          write(source[index], place)
          index &+= step
          place += channels
        }
      case 16:
        let words = UnsafeRawPointer(source)
        for _ in 0..<count {
          // libtiff has swapped them to the machine's order.
          write(
            UInt8(truncatingIfNeeded: words.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self) &>> 8), place)
          index &+= step
          place += channels
        }
      default:
        let shift = max(0, bits - 8)
        let mask = UInt32(1) &<< UInt32(bits) &- 1
        for _ in 0..<count {
          let bit = index &* bits
          let byte = source + bit &>> 3
          let window = UInt32(byte[0]) &<< 16 | UInt32(byte[1]) &<< 8 | UInt32(byte[2])
          let value = window &>> UInt32(24 &- bits &- bit & 7) & mask
          write(UInt8(truncatingIfNeeded: value &>> UInt32(shift)), place)
          index &+= step
          place += channels
        }
      }
    }
  }
#endif
