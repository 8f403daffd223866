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
      default: throw LoadError(.unsupportedFormat(format), "This build does not decode \(format.name.uppercased()).")
      }
    }
  }
#endif
