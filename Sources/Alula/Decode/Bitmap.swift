import Foundation

/// Decoded pixels: 8-bit RGBA, premultiplied, sRGB, top row first, upright. Immutable once made.
public final class Bitmap: @unchecked Sendable {
  // Safe to share: the memory is written only before the initializer's closure returns, and freed in deinit. `isPartial` is set by
  // who made the bitmap and has not handed it on.
  /// Width and height in pixels, upright.
  public let size: PixelSize
  /// Bytes from one row to the next: `width × 4`.
  public let bytesPerRow: Int
  /// Whether the data ended too soon, and this is the part of the picture that was there; what is missing is transparent. Only where
  /// `DecodeOptions.allowsPartial` asked for it.
  public internal(set) var isPartial = false
  private let memory: UnsafeMutableRawBufferPointer

  /// A bitmap of `size` whose pixels `fill` writes. The memory is zeroed first.
  /// - Throws: `LoadError.Code.tooManyPixels` when the byte count overflows or memory cannot be had, and what `fill` throws.
  public init(size: PixelSize, fill: (UnsafeMutableRawBufferPointer) throws(LoadError) -> Void) throws(LoadError) {
    guard size.width > 0, size.height > 0, let pixels = size.pixelCount, pixels <= Int.max / 4,
      let base = calloc(pixels, 4)
    else { throw LoadError(.tooManyPixels, "No memory for a picture of \(size) pixels.") }
    self.size = size
    bytesPerRow = size.width * 4
    memory = UnsafeMutableRawBufferPointer(start: base, count: pixels * 4)
    try fill(memory)
  }

  /// A bitmap of `size` that takes over `base`: `width × height × 4` bytes from `malloc`, filled already.
  init(size: PixelSize, adopting base: UnsafeMutableRawPointer) {
    self.size = size
    bytesPerRow = size.width * 4
    memory = UnsafeMutableRawBufferPointer(start: base, count: size.width * size.height * 4)
  }

  deinit { free(memory.baseAddress) }

  /// Pixels in a row.
  public var width: Int { size.width }
  /// Number of rows.
  public var height: Int { size.height }
  /// Memory held by the pixels.
  public var byteCount: ByteCount { ByteCount(memory.count) }

  /// Whether every alpha is 255. Looks at all pixels.
  package var isOpaque: Bool {
    withUnsafeBytes { bytes in
      bytes.bindMemory(to: UInt32.self).reduce(UInt32.max, &) & UInt32(littleEndian: 0xFF00_0000)
        == UInt32(littleEndian: 0xFF00_0000)
    }
  }

  /// Reads the pixels, rows of `bytesPerRow` bytes, top first.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(memory))
  }
}
