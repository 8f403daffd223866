#if os(Linux)
  import Foundation

  /// What is decoded on Linux, and by which codec.
  enum PlatformDecoder {
    /// The formats whose libraries are there, looked for once and not loaded.
    static let formats: [ImageFormat] = Codec.all.filter { $0.isAvailable() }.map(\.format)

    static func decode(_ job: DecodeJob, format: ImageFormat) throws(LoadError) -> Bitmap {
      try job.checkCancellation()
      let codec = try codec(format)
      guard job.options.allowsPartial else { return try codec.decode(job) }
      // What is whole, and what is damaged, is the same whether a part would do or not.
      return try DefaultImageDecoder.decodePreview(job.options) { options throws(LoadError) in
        try codec.decode(DecodeJob(data: job.data, options: options, keepsStraightAlpha: job.keepsStraightAlpha))
      }
    }

    /// The header of a format that the package does not read by itself.
    static func readHeader(_ data: Data, format: ImageFormat) throws(LoadError) -> ContainerHeader {
      try codec(format).readHeader(data)
    }

    /// Whether `format` can be decoded. Looks for the library of this format alone.
    static func decodes(_ format: ImageFormat) -> Bool {
      Codec.all.contains { $0.format == format && $0.isAvailable() }
    }

    /// Why a format is not decoded.
    static func reason(against format: ImageFormat) -> String {
      let name = format.name.uppercased()
      if Codec.all.contains(where: { $0.format == format }) {
        return "\(name) is not decoded: its library is not installed on this system."
      }
      guard let trait = traits[format] else { return "This build does not decode \(name)." }
      return "This build does not decode \(name): it was made without the package trait \(trait)."
    }

    private static let traits: [ImageFormat: String] = [
      .avif: "AVIF", .heic: "HEIC", .heif: "HEIC", .jxl: "JPEGXL", .tiff: "TIFF", .bmp: "BMP", .ico: "BMP", .cur: "BMP",
      .svg: "SVG",
    ]

    /// The description of the colour profile in `data`. Profiles in PNG files are compressed: libpng inflates them.
    static func profileName(_ data: Data, _ container: ContainerHeader) -> String? {
      let profile = container.header.format == .png ? PNGDecoder.profile(of: data) : container.profile
      return profile.flatMap { ICCProfile($0).name }
    }

    private static func codec(_ format: ImageFormat) throws(LoadError) -> Codec {
      guard let codec = Codec.all.first(where: { $0.format == format && $0.isAvailable() }) else {
        throw .unsupported(format)
      }
      try codec.check()
      return codec
    }
  }
#endif
