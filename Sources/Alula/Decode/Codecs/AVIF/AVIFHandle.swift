#if os(Linux) && AVIF
  import CImageCodecs
  import Foundation

  /// libavif's decoder for one file, released with this value. The bytes must outlive it.
  struct AVIFHandle: ~Copyable {
    private let avif: OpaquePointer
    private let bytes: ByteReader

    init(_ bytes: UnsafeRawBufferPointer) throws(LoadError) {
      self.bytes = ByteReader(bytes)
      try BoxCounts(self.bytes).check(.avif)
      guard let avif = alula_avif_create(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count) else {
        throw LoadError(
          .unsupportedFormat(.avif), "AVIF is not decoded: libavif of the version that this was built with is missing.")
      }
      self.avif = avif
    }

    deinit { alula_avif_destroy(avif) }

    func readHeader() throws(LoadError) -> alula_avif_header {
      var header = alula_avif_header()
      try check(alula_avif_read_header(avif, &header))
      guard header.width > 0, header.height > 0 else { throw ContainerHeader.damaged(.avif, "no size in it.") }
      return header
    }

    /// The first picture. Its planes stay valid as long as this value.
    func decode() throws(LoadError) -> alula_planes {
      var planes = alula_planes()
      try check(alula_avif_decode(avif, &planes))
      return planes
    }

    func container(_ header: alula_avif_header) -> ContainerHeader {
      var container = ContainerHeader(format: .avif, size: header.transforms.area(of: header.size).size)
      container.header.orientation = header.transforms.orientation
      container.header.hasAlpha = header.has_alpha != 0
      container.header.bitDepth = max(1, Int(header.depth))
      container.header.frames = Int(header.frames)
      container.header.plays = Int(header.plays)
      if header.frames > 1 {
        container.header.durations =
          AVIFDurations(bytes)?.first(Int(header.frames)) ?? [Duration](repeating: .zero, count: Int(header.frames))
      }
      container.profile = header.iccProfile?.bytes
      return container
    }

    private func check(_ status: Int32) throws(LoadError) {
      guard status != ALULA_DECODE_OK else { return }
      throw CodecStatus.error(status, .avif, message: String(cString: alula_avif_message(avif)))
    }
  }

  extension alula_avif_header {
    var size: PixelSize { PixelSize(width: Int(width), height: Int(height)) }

    /// A copy: the bytes belong to libavif.
    var iccProfile: ICCProfile? {
      profile.map { ICCProfile(Data(bytes: $0, count: min(profile_size, ICCProfile.maximumSize + 1))) }
    }

    /// libavif reads them in the order of MIAF: aperture, rotation, mirror.
    var transforms: ItemTransforms {
      var transforms = ItemTransforms()
      if has_aperture != 0 {
        transforms.aperture = withUnsafeBytes(of: aperture) { CleanAperture(Array($0.bindMemory(to: UInt32.self))) }
      }
      transforms.turn(quarters: Int(rotation))
      if mirror >= 0 { transforms.mirror(axis: Int(mirror)) }
      return transforms
    }
  }
#endif
