#if os(Linux) && JPEGXL
  import CImageCodecs
  import Foundation

  /// One walk of libjxl through a file, by one thread. The bytes must outlive it.
  final class JPEGXLFile {
    let header: alula_jxl_header
    private let jxl: OpaquePointer

    init(_ bytes: UnsafeRawBufferPointer) throws(LoadError) {
      let stop: alula_stop_function = { Task.isCancelled ? 1 : 0 }
      guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
        let jxl = alula_jxl_create(base, bytes.count, stop)
      else { throw .unsupported(.jxl) }
      var header = alula_jxl_header()
      let status = alula_jxl_read_header(jxl, &header)
      self.jxl = jxl
      self.header = header
      try Self.check(status)
    }

    deinit { alula_jxl_destroy(jxl) }

    /// What the header says. No pixel is decoded. An animation counts as the still that it is shown as, its first frame.
    static func readHeader(_ data: Data) throws(LoadError) -> ContainerHeader {
      try data.withBytes { bytes throws(LoadError) in
        let file = try JPEGXLFile(bytes)
        var container = ContainerHeader(format: .jxl, size: file.size)
        container.header.hasAlpha = file.header.has_alpha != 0
        container.header.bitDepth = Int(file.header.bits)
        container.profile = try file.readProfile()
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

    private static func check(_ status: Int32) throws(LoadError) {
      guard status != ALULA_DECODE_OK else { return }
      throw CodecStatus.error(status, .jxl, message: "libjxl refused it.")
    }
  }
#endif
