#if os(Linux)
  /// The last step of a decode: four bytes a pixel as the rows left them become premultiplied (or straight) sRGB.
  struct ColorConversion {
    private let isCMYK: Bool
    private let isGray: Bool
    /// Whether colours are premultiplied and must be made straight for the conversion.
    private let isPremultiplied: Bool
    private let transform: ColorTransform?

    init(layout: RowLayout, isStraight: Bool, profile: ICCProfile?) {
      isCMYK = layout == .cmyk8
      isGray = layout == .gray8 || layout == .grayAlpha8
      isPremultiplied = layout.hasAlpha && !isStraight
      transform = profile.flatMap { profile in Self.transform(profile, layout: layout) }
    }

    /// A profile for other channels than the picture has (RGB for a grey one, say) is a fault and ignored, as libpng and libvips do.
    private static func transform(_ profile: ICCProfile, layout: RowLayout) -> ColorTransform? {
      let channels = layout == .cmyk8 ? 4 : layout == .gray8 || layout == .grayAlpha8 ? 1 : 3
      guard case .transform(let transform) = ColorTransform.find(profile, channels: channels) else { return nil }
      return transform
    }

    /// Converts `count` pixels in place.
    func convert(_ pixels: UnsafeMutablePointer<UInt32>, count: Int) {
      pixels.withMemoryRebound(to: UInt8.self, capacity: count * 4) { bytes in
        switch transform {
        case nil where isCMYK: convertInk(bytes, count: count)
        case nil: break
        case let transform? where isGray: convertGray(bytes, count: count, by: transform)
        case let transform?: convertBlocks(bytes, count: count, by: transform)
        }
      }
    }

    /// Blocks small enough to stay in the cache between the three steps.
    private func convertBlocks(_ bytes: UnsafeMutablePointer<UInt8>, count: Int, by transform: ColorTransform) {
      var done = 0
      while done < count {
        let block = min(4096, count - done)
        let start = bytes + done * 4
        if isPremultiplied { unpremultiply(start, count: block) }
        transform.apply(start, to: start, count: block)
        if isPremultiplied { premultiply(start, into: start, count: block) }
        done += block
      }
    }

    /// Grey has 256 values: each is converted once.
    private func convertGray(_ bytes: UnsafeMutablePointer<UInt8>, count: Int, by transform: ColorTransform) {
      let grays = (0...255).map { UInt8($0) }
      var table = [UInt8](repeating: 255, count: 1024)
      table.withUnsafeMutableBytes { target in
        guard let base = target.baseAddress else { return }
        grays.withUnsafeBytes { source in source.baseAddress.map { transform.apply($0, to: base, count: 256) } }
      }
      if isPremultiplied { unpremultiply(bytes, count: count) }
      table.withUnsafeBufferPointer { table in
        for pixel in 0..<count {
          let entry = Int(bytes[pixel * 4]) * 4
          bytes[pixel * 4] = table[entry]
          bytes[pixel * 4 + 1] = table[entry + 1]
          bytes[pixel * 4 + 2] = table[entry + 2]
        }
      }
      if isPremultiplied { premultiply(bytes, into: bytes, count: count) }
    }

    /// Plain inverted ink, as every viewer without a profile shows it: colour × black ÷ 255.
    private func convertInk(_ bytes: UnsafeMutablePointer<UInt8>, count: Int) {
      premultiply(bytes, into: bytes, count: count)
      for pixel in 0..<count { bytes[pixel * 4 + 3] = 255 }
    }
  }
#endif
