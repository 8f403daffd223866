#if os(Linux)
  import CImageCodecs
  import Foundation

  /// One picture of a WebP file: its bitstream and its place on the canvas.
  struct WebPFrame {
    var canvas: PixelSize
    var size: PixelSize
    var x: Int
    var y: Int
    var bytes: UnsafeRawBufferPointer

    var coversCanvas: Bool { x == 0 && y == 0 && size == canvas }

    init(canvas: PixelSize, size: PixelSize, x: Int, y: Int, bytes: UnsafeRawBufferPointer) {
      self.canvas = canvas
      self.size = size
      self.x = x
      self.y = y
      self.bytes = bytes
    }

    /// The first frame of the animation in `file`, which must be whole unless a part is allowed.
    init(firstOf file: UnsafeRawBufferPointer, allowsPartial: Bool) throws(LoadError) {
      var frame = alula_webp_frame()
      let status = alula_webp_read_first_frame(
        file.baseAddress?.assumingMemoryBound(to: UInt8.self), file.count, allowsPartial ? 1 : 0, &frame)
      guard status == ALULA_DECODE_OK else { throw CodecStatus.error(status, .webp, message: "no frame in it.") }
      canvas = PixelSize(width: Int(frame.canvas_width), height: Int(frame.canvas_height))
      size = PixelSize(width: Int(frame.width), height: Int(frame.height))
      x = Int(frame.x)
      y = Int(frame.y)
      bytes = UnsafeRawBufferPointer(start: frame.data, count: frame.size)
      guard x + size.width <= canvas.width, y + size.height <= canvas.height else {
        throw ContainerHeader.damaged(.webp, "a frame lies outside its canvas.")
      }
    }
  }

  /// libwebp's incremental decoder, released with this value.
  struct WebPHandle: ~Copyable {
    private let webp: OpaquePointer

    init(scaled: PixelSize?, channels: Int, isPremultiplied: Bool) throws(LoadError) {
      guard
        let webp = alula_webp_create(
          UInt32(scaled?.width ?? 0), UInt32(scaled?.height ?? 0), Int32(channels), isPremultiplied ? 1 : 0)
      else { throw LoadError(.tooManyPixels, "No memory for a WebP decoder.") }
      self.webp = webp
    }

    deinit { alula_webp_destroy(webp) }

    func advance(_ bytes: UnsafeRawBufferPointer, _ available: Int, _ isDone: inout Bool) -> Int32 {
      var done: Int32 = 0
      let status = alula_webp_advance(webp, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), available, &done)
      isDone = done != 0
      return status
    }

    /// Hands out the rows finished since `first`; answers how many there are now.
    func forEachRow(
      from first: Int, _ body: (UnsafeRawBufferPointer) throws(LoadError) -> Void
    ) throws(LoadError) -> Int {
      var count: UInt32 = 0
      var stride = 0
      guard let rows = alula_webp_rows(webp, &count, &stride), first < Int(count) else { return first }
      for row in first..<Int(count) {
        try body(UnsafeRawBufferPointer(start: rows + row * stride, count: stride))
      }
      return Int(count)
    }
  }
#endif
