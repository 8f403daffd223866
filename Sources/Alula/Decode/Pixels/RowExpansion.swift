/// Turns rows of any layout into the four bytes a pixel that a bitmap holds. CMYK stays CMYK: it is converted at the
/// end, when the profile is known.
struct RowExpansion {
  let layout: RowLayout
  let keepsStraightAlpha: Bool

  /// Writes `count` pixels of `source` to `target`.
  func expand(_ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int) {
    switch (layout, keepsStraightAlpha) {
    case (.gray8, _): expandGray(source, into: target, count: count)
    case (.rgb8, _): expandRGB(source, into: target, count: count)
    case (.grayAlpha8, let straight):
      expandGrayAlpha(source, into: target, count: count)
      straight ? clearHidden(target, count: count) : premultiply(target, into: target, count: count)
    case (.rgba8, false): premultiply(source, into: target, count: count)
    case (.rgba8, true):
      target.update(from: source, count: count &* 4)
      clearHidden(target, count: count)
    case (.rgba8Premultiplied, let straight):
      target.update(from: source, count: count &* 4)
      straight ? unpremultiply(target, count: count) : limitToAlpha(target, count: count)
    case (.cmyk8, _): target.update(from: source, count: count &* 4)
    }
  }
}

private func expandGray(_ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int) {
  let raw = UnsafeMutableRawPointer(target)
  var index = 0
  while index < count {
    let pixel = UInt32(source[index]) &* 0x01_0101 | 0xFF00_0000
    raw.storeBytes(of: pixel.littleEndian, toByteOffset: index &* 4, as: UInt32.self)
    index &+= 1
  }
}

private func expandGrayAlpha(_ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int) {
  let raw = UnsafeMutableRawPointer(target)
  var index = 0
  while index < count {
    let pixel = UInt32(source[index &* 2]) &* 0x01_0101 | UInt32(source[index &* 2 &+ 1]) &<< 24
    raw.storeBytes(of: pixel.littleEndian, toByteOffset: index &* 4, as: UInt32.self)
    index &+= 1
  }
}

private func expandRGB(_ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int) {
  let (from, to) = (UnsafeRawPointer(source), UnsafeMutableRawPointer(target))
  var index = 0
  // Four bytes are read for three; nothing lies behind the last pixel.
  while index &+ 1 < count {
    let pixel = UInt32(littleEndian: from.loadUnaligned(fromByteOffset: index &* 3, as: UInt32.self)) | 0xFF00_0000
    to.storeBytes(of: pixel.littleEndian, toByteOffset: index &* 4, as: UInt32.self)
    index &+= 1
  }
  guard index < count else { return }
  target[index &* 4] = source[index &* 3]
  target[index &* 4 &+ 1] = source[index &* 3 &+ 1]
  target[index &* 4 &+ 2] = source[index &* 3 &+ 2]
  target[index &* 4 &+ 3] = 255
}

/// Files may say that their colours are premultiplied and have some above their alpha.
private func limitToAlpha(_ pixels: UnsafeMutablePointer<UInt8>, count: Int) {
  for index in 0..<count {
    let pixel = pixels + index &* 4
    let alpha = pixel[3]
    guard alpha < 255 else { continue }
    for channel in 0..<3 { pixel[channel] = min(pixel[channel], alpha) }
  }
}

/// Colours that nobody can see become 0, so that two pictures that look alike are alike.
private func clearHidden(_ pixels: UnsafeMutablePointer<UInt8>, count: Int) {
  for index in 0..<count where pixels[index &* 4 &+ 3] == 0 {
    pixels[index &* 4] = 0
    pixels[index &* 4 &+ 1] = 0
    pixels[index &* 4 &+ 2] = 0
  }
}
