#if os(Linux) && JPEGXL
  import CImageCodecs
  import Foundation

  /// One walk of libjxl through a file, by one thread. The bytes must outlive it.
  final class JPEGXLFile {
    private static let longestAnimation = 1 << 16

    let header: alula_jxl_header
    private let jxl: OpaquePointer

    /// - Parameter wantsFrames: To find the frames instead of decoding the first.
    init(_ bytes: UnsafeRawBufferPointer, wantsFrames: Bool = false) throws(LoadError) {
      let stop: alula_stop_function = { Task.isCancelled ? 1 : 0 }
      guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
        let jxl = alula_jxl_create(base, bytes.count, wantsFrames ? 1 : 0, stop)
      else { throw .unsupported(.jxl) }
      var header = alula_jxl_header()
      let status = alula_jxl_read_header(jxl, &header)
      self.jxl = jxl
      self.header = header
      try Self.check(status)
    }

    deinit { alula_jxl_destroy(jxl) }

    /// What the headers of the picture and its frames say. No pixel is decoded.
    static func readHeader(_ data: Data) throws(LoadError) -> ContainerHeader {
      try data.withBytes { bytes throws(LoadError) in
        let file = try JPEGXLFile(bytes)
        var container = ContainerHeader(format: .jxl, size: file.size)
        container.header.hasAlpha = file.header.has_alpha != 0
        container.header.bitDepth = Int(file.header.bits)
        container.profile = try file.readProfile()
        guard file.header.is_animation != 0 else { return container }
        let durations = try JPEGXLFile(bytes, wantsFrames: true).durations
        container.header.frames = max(1, durations.count)
        if durations.count > 1 {
          container.header.durations = durations
          container.header.plays = Int(file.header.plays)
        }
        return container
      }
    }

    /// Upright: libjxl turns pictures by itself, so their orientation is not to be applied again.
    var size: PixelSize { PixelSize(width: Int(header.width), height: Int(header.height)) }

    /// The profile of the pixels. To be asked for before they are decoded.
    /// - Parameter prefersSRGB: Whether pixels shall be sRGB where the picture leaves that to the decoder.
    func readProfile(prefersSRGB: Bool = true) throws(LoadError) -> Data? {
      var bytes: UnsafePointer<UInt8>?
      var count = 0
      try Self.check(alula_jxl_read_profile(jxl, prefersSRGB ? 1 : 0, &bytes, &count))
      return bytes.map { Data(bytes: $0, count: count) }
    }

    /// Every pixel, in 1 or 2 bytes a channel.
    func decode(channels: Int, channelBytes: Int, into pixels: borrowing PixelBuffer<UInt8>) throws(LoadError) {
      try Self.check(alula_jxl_decode(jxl, Int32(channels), Int32(channelBytes), pixels.base, pixels.count))
    }

    /// Of the frames that are shown, as far as the data go.
    private var durations: [Duration] {
      var durations: [Duration] = []
      var (ticks, isFound): (UInt32, Int32) = (0, 0)
      // A tick is denominator ÷ numerator seconds; both fit 32 bits.
      let (numerator, denominator) = (Double(max(1, header.ticks_numerator)), Double(header.ticks_denominator))
      while durations.count < Self.longestAnimation,
        alula_jxl_next_frame(jxl, &ticks, &isFound) == ALULA_DECODE_OK, isFound != 0
      {
        durations.append(.seconds(Double(ticks) * denominator / numerator))
      }
      return durations
    }

    private static func check(_ status: Int32) throws(LoadError) {
      guard status != ALULA_DECODE_OK else { return }
      throw CodecStatus.error(status, .jxl, message: "libjxl refused it.")
    }
  }
#endif
