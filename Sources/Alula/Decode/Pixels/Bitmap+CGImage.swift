#if canImport(CoreGraphics)
  public import CoreGraphics

  extension Bitmap {
    /// The same pixels as a `CGImage`, without a copy: it keeps the bitmap alive. `nil` when Core Graphics refuses.
    /// Any thread; costs a few microseconds.
    public var cgImage: CGImage? {
      guard let space = CGColorSpace(name: CGColorSpace.sRGB), let provider = provider else { return nil }
      let layout: CGBitmapInfo = [.byteOrder32Big, CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue)]
      return CGImage(
        width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: bytesPerRow, space: space,
        bitmapInfo: layout, provider: provider, decode: nil, shouldInterpolate: true, intent: .relativeColorimetric)
    }

    /// The pixels, held by a reference to the bitmap that the provider gives back when it goes away. Reading them
    /// outside `withUnsafeBytes` is safe: they neither move nor change while the bitmap lives.
    private var provider: CGDataProvider? {
      withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return nil }
        let owner = Unmanaged.passRetained(self)
        let provider = CGDataProvider(dataInfo: owner.toOpaque(), data: base, size: bytes.count) { owner, _, _ in
          if let owner { Unmanaged<Bitmap>.fromOpaque(owner).release() }
        }
        if provider == nil { owner.release() }
        return provider
      }
    }
  }
#endif
