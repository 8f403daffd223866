import Alula

extension LoadError.Code {
  /// Two or three words for a table or a tile.
  var kind: String {
    switch self {
    case .status(let status): "status \(status)"
    case .notAnImage: "not an image"
    case .truncated: "cut short"
    case .timeout: "timeout"
    case .tooManyPixels: "too many pixels"
    case .decoding: "damaged"
    case .empty: "empty"
    case .tooLarge: "too large"
    case .redirect: "redirect"
    case .invalidURL, .invalidRequest, .invalidTargetSize: "bad request"
    case .unsupportedFormat(let format): "no \(format) decoder"
    case .mediaType: "media type"
    case .transport: "network"
    case .file: "file"
    case .cancelled: "cancelled"
    case .notCached: "not cached"
    }
  }
}

extension Duration {
  /// "41 ms" or "1.2 s".
  var short: String {
    let milliseconds = Int((self / .milliseconds(1)).rounded())
    return milliseconds < 1_000 ? "\(milliseconds) ms" : "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) s"
  }
}
