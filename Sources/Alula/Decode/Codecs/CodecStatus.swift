#if os(Linux)
  import CImageCodecs

  /// Turns what the C shims answer into errors.
  enum CodecStatus {
    static func error(_ status: Int32, _ format: ImageFormat, message: String) -> LoadError {
      switch Int(status) {
      case Int(ALULA_DECODE_STOPPED): .cancelled
      case Int(ALULA_DECODE_TRUNCATED): ContainerHeader.truncated(format)
      case Int(ALULA_DECODE_LIMIT):
        LoadError(.tooManyPixels, "The \(format.name.uppercased()) picture needs too much: \(message)")
      case Int(ALULA_DECODE_UNSUPPORTED):
        LoadError(.unsupportedFormat(format), "This kind of \(format.name.uppercased()) is not decoded: \(message)")
      default: ContainerHeader.damaged(format, message)
      }
    }
  }
#endif
