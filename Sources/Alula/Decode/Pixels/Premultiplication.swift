/// `color × alpha ÷ 255`, rounded to nearest; exact for all bytes.
@inline(__always)
func premultiplied(_ color: UInt8, _ alpha: UInt8) -> UInt8 {
  let product = UInt32(color) &* UInt32(alpha) &+ 128
  return UInt8(truncatingIfNeeded: (product &+ (product &>> 8)) &>> 8)
}

/// `color × 255 ÷ alpha`, rounded to nearest; 0 without alpha. Undoes `premultiplied` up to what it rounded away, and
/// premultiplying the result again gives `color` back.
@inline(__always)
func unpremultiplied(_ color: UInt8, _ alpha: UInt8) -> UInt8 {
  guard alpha != 0 else { return 0 }
  return UInt8(min(255, (UInt32(color) &* 510 &+ UInt32(alpha)) / (UInt32(alpha) &* 2)))
}

/// Premultiplies `count` RGBA pixels. `source` and `target` may be the same.
func premultiply(_ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int) {
  var index = 0
  while index < count {
    let offset = index &* 4
    let alpha = source[offset + 3]
    target[offset] = premultiplied(source[offset], alpha)
    target[offset + 1] = premultiplied(source[offset + 1], alpha)
    target[offset + 2] = premultiplied(source[offset + 2], alpha)
    target[offset + 3] = alpha
    index &+= 1
  }
}

/// Makes `count` premultiplied RGBA pixels straight, in place.
func unpremultiply(_ pixels: UnsafeMutablePointer<UInt8>, count: Int) {
  var index = 0
  while index < count {
    let offset = index &* 4
    let alpha = pixels[offset + 3]
    if alpha != 255 {
      pixels[offset] = unpremultiplied(pixels[offset], alpha)
      pixels[offset + 1] = unpremultiplied(pixels[offset + 1], alpha)
      pixels[offset + 2] = unpremultiplied(pixels[offset + 2], alpha)
    }
    index &+= 1
  }
}
