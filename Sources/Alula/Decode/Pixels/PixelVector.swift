/// A pixel of four bytes as four numbers, red first.
enum PixelVector {
  /// The pixel at `place`.
  @inline(__always)
  static func load(_ place: UnsafeRawPointer) -> SIMD4<Float> {
    let bytes = SIMD4<UInt32>(truncatingIfNeeded: place.loadUnaligned(as: SIMD4<UInt8>.self))
    return unsafeBitCast(bytes | SIMD4(repeating: 0x4B00_0000), to: SIMD4<Float>.self) - 8_388_608
  }

  /// Four values rounded and cut off to bytes, the first lowest.
  ///
  /// Adding 2²³ leaves the rounded number in the low bits: Swift's own conversion checks for traps and goes one value at a
  /// time.
  @inline(__always)
  static func packed(_ values: SIMD4<Float>) -> UInt32 {
    let positive = values.replacing(with: 0, where: values .< 0)
    let limited = positive.replacing(with: 255, where: positive .> 255)
    let numbers = unsafeBitCast(limited + 8_388_608, to: SIMD16<UInt8>.self)
    return unsafeBitCast(numbers.evenHalf.evenHalf, to: UInt32.self)
  }

  /// Writes `values`, rounded and cut off to bytes, to `place`.
  @inline(__always)
  static func store(_ values: SIMD4<Float>, _ place: UnsafeMutableRawPointer) {
    place.storeBytes(of: packed(values).littleEndian, as: UInt32.self)
  }
}
