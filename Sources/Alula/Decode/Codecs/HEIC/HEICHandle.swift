#if os(Linux) && HEIC
  import CImageCodecs
  import Foundation

  /// libheif's context for one file, released with this value. The bytes must outlive it.
  struct HEICHandle: ~Copyable {
    private let heic: OpaquePointer
    private let format: ImageFormat

    /// - Parameter maximumPixels: Pictures of more are refused, also those inside that others are put together from.
    init(_ bytes: UnsafeRawBufferPointer, maximumPixels: Int, _ format: ImageFormat) throws(LoadError) {
      try BoxCounts(ByteReader(bytes)).check(format)
      let side = UInt32(min(65536, Double(max(1, maximumPixels)).squareRoot().rounded(.up)))
      guard let heic = alula_heic_create(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, side)
      else {
        throw LoadError(
          .unsupportedFormat(format),
          "\(format.name.uppercased()) is not decoded: libheif of the version that this was built with is missing.")
      }
      self.heic = heic
      self.format = format
    }

    deinit { alula_heic_destroy(heic) }

    func readHeader() throws(LoadError) -> alula_heic_header {
      var header = alula_heic_header()
      try check(alula_heic_read_header(heic, &header))
      guard header.width > 0, header.height > 0, header.upright_width > 0, header.upright_height > 0 else {
        throw ContainerHeader.damaged(format, "no size in it.")
      }
      return header
    }

    /// The embedded ICC profile; `nil` when there is none or it is larger than any real one.
    func readProfile(_ header: alula_heic_header) throws(LoadError) -> Data? {
      guard header.profile_size > 0, header.profile_size <= ICCProfile.maximumSize else { return nil }
      let bytes = try PixelBuffer<UInt8>(count: header.profile_size)
      try check(alula_heic_read_profile(heic, bytes.base))
      return Data(bytes: bytes.base, count: bytes.count)
    }

    /// Lets libheif crop and turn what is decoded from now on.
    func applyTransformations() { alula_heic_apply_transformations(heic) }

    /// The picture; `nil` when it is not stored as luma and colour. Its planes stay valid until the next decode.
    func decodePlanes() throws(LoadError) -> alula_planes? {
      var planes = alula_planes()
      let status = alula_heic_decode_planes(heic, &planes)
      guard status != ALULA_DECODE_NO_PLANES else { return nil }
      try check(status)
      return planes
    }

    /// The same as RGB or RGBA.
    func decodeRGB(_ channels: inout Int) throws(LoadError) -> alula_plane {
      var pixels = alula_plane()
      var count: Int32 = 0
      try check(alula_heic_decode_rgb(heic, &pixels, &count))
      channels = Int(count)
      return pixels
    }

    private func check(_ status: Int32) throws(LoadError) {
      guard status != ALULA_DECODE_OK else { return }
      throw CodecStatus.error(status, format, message: String(cString: alula_heic_message(heic)))
    }
  }
#endif
