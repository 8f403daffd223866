#if os(Linux)
  import Foundation

  /// What is decoded on Linux, and by which codec.
  enum PlatformDecoder {
    static let formats: [ImageFormat] = [.webp, .png, .jpeg, .gif]

    static func decode(_ job: DecodeJob, format: ImageFormat) throws(LoadError) -> Bitmap {
      try job.checkCancellation()
      return switch format {
      case .jpeg: try JPEGDecoder.decode(job)
      case .png: try PNGDecoder.decode(job)
      case .webp: try WebPDecoder.decode(job)
      case .gif: try GIFDecoder.decode(job)
      default: throw unsupported(format)
      }
    }

    /// The header of a format that the package does not read by itself: none here.
    static func readHeader(_ data: Data, format: ImageFormat) throws(LoadError) -> ContainerHeader {
      throw unsupported(format)
    }

    /// The description of the colour profile in `data`. Profiles in PNG files are compressed: libpng inflates them.
    static func profileName(_ data: Data, _ container: ContainerHeader) -> String? {
      let profile = container.header.format == .png ? PNGDecoder.profile(of: data) : container.profile
      return profile.flatMap { ICCProfile($0).name }
    }

    private static func unsupported(_ format: ImageFormat) -> LoadError {
      LoadError(.unsupportedFormat(format), "This build does not decode \(format.name.uppercased()).")
    }
  }
#endif
