#if os(Linux)
  import CImageCodecs
  import Foundation

  /// One format on Linux: whether it can be decoded here, how its header is read, how its pixels are made.
  struct Codec: Sendable {
    let format: ImageFormat
    /// Whether the library is there. Libraries of optional formats are loaded at the first question: a program that shows none of
    /// their pictures does not pay for them at its start.
    var isAvailable: @Sendable () -> Bool = { true }
    /// Loads the library, and says why it cannot be used, for people; `nil` when it can. A library that is there may lack one that it needs.
    var problem: @Sendable () -> String? = { nil }
    /// Not used for formats whose headers the package reads by itself.
    var readHeader: @Sendable (Data) throws(LoadError) -> ContainerHeader
    let decode: @Sendable (DecodeJob) throws(LoadError) -> Bitmap

    /// - Throws: `.unsupportedFormat` when its library cannot be used.
    func check() throws(LoadError) {
      guard let problem = problem() else { return }
      throw LoadError(
        .unsupportedFormat(format),
        "\(format.name.uppercased()) is not decoded: its library cannot be used: \(problem).")
    }
  }

  extension Codec {
    /// Every format of this build, in the order in which they are offered to servers.
    static let all: [Codec] = avif + [webp] + jpegXL + heic + [png, jpeg, gif] + tiff + bmp + svg

    private static let webp = Codec(
      format: .webp, isAvailable: { alula_webp_is_present() != 0 },
      problem: { alula_webp_problem().map { String(cString: $0) } }, decode: WebPDecoder.decode)
    private static let png = Codec(
      format: .png, isAvailable: { alula_png_is_present() != 0 },
      problem: { alula_png_problem().map { String(cString: $0) } },
      decode: { job throws(LoadError) in try PNGDecoder.decode(job) })
    private static let jpeg = Codec(format: .jpeg, decode: { job throws(LoadError) in try JPEGDecoder.decode(job) })
    private static let gif = Codec(format: .gif, decode: GIFDecoder.decode)

    private init(
      format: ImageFormat, isAvailable: @escaping @Sendable () -> Bool = { true },
      problem: @escaping @Sendable () -> String? = { nil },
      decode: @escaping @Sendable (DecodeJob) throws(LoadError) -> Bitmap
    ) {
      self.format = format
      self.isAvailable = isAvailable
      self.problem = problem
      self.decode = decode
      readHeader = { data throws(LoadError) in try ContainerHeader.read(data, format: format) }
    }
  }
#endif
