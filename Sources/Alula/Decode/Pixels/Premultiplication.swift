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
  let (from, to) = (UnsafeRawPointer(source), UnsafeMutableRawPointer(target))
  var index = 0
  while index &+ 4 <= count {
    let pixels = from.loadUnaligned(fromByteOffset: index &* 4, as: SIMD4<UInt32>.self)
    to.storeBytes(of: premultiplied(pixels), toByteOffset: index &* 4, as: SIMD4<UInt32>.self)
    index &+= 4
  }
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

/// Premultiplies `count` pixels of grey and alpha. `source` and `target` may be the same.
func premultiplyGray(_ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int) {
  var index = 0
  while index < count {
    let alpha = source[index &* 2 &+ 1]
    target[index &* 2] = premultiplied(source[index &* 2], alpha)
    target[index &* 2 &+ 1] = alpha
    index &+= 1
  }
}

/// Four pixels: red and blue in one vector of 16-bit products, green and alpha in another. Alpha is multiplied by 255
/// and so stays what it is.
@inline(__always)
private func premultiplied(_ pixels: SIMD4<UInt32>) -> SIMD4<UInt32> {
  let mask = SIMD4<UInt32>(repeating: 0x00FF_00FF)
  let alpha = pixels &>> 24
  let redBlue = divided(pixels & mask, times: alpha | alpha &<< 16)
  let greenAlpha = divided((pixels &>> 8) & mask, times: alpha | 0x00FF_0000)
  return redBlue | greenAlpha &<< 8
}

/// `values × factors ÷ 255`, rounded to nearest, for 16-bit halves.
@inline(__always)
private func divided(_ values: SIMD4<UInt32>, times factors: SIMD4<UInt32>) -> SIMD4<UInt32> {
  let values = unsafeBitCast(values, to: SIMD8<UInt16>.self)
  let product = values &* unsafeBitCast(factors, to: SIMD8<UInt16>.self) &+ 128
  return unsafeBitCast((product &+ (product &>> 8)) &>> 8, to: SIMD4<UInt32>.self)
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
