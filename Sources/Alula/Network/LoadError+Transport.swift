extension LoadError {
  /// The load error for a failed transfer: our sentence, and what the system said where that tells more.
  init(_ error: TransportError) {
    let sentence =
      switch error.code {
      case .cancelled: "The load was cancelled."
      case .timedOut: "The server did not answer in time"
      case .cannotResolveHost: "The host was not found"
      case .cannotConnect: "The server cannot be reached"
      case .connectionLost: "The connection was lost"
      case .tls: "The connection is not secure"
      case .truncatedBody: "The body ended before its announced end."
      case .badContentEncoding: "The body's compression is damaged"
      case .badResponse: "The server's answer is not HTTP, or its head is too long"
      case .invalidRequest: "The request cannot be sent"
      case .other: "The transfer failed"
      }
    let isWhole = sentence.hasSuffix(".")
    self.init(Code(error.code), isWhole ? sentence : "\(sentence): \(error.message).")
  }
}

extension LoadError.Code {
  fileprivate init(_ code: TransportError.Code) {
    self =
      switch code {
      case .cancelled: .cancelled
      case .timedOut: .timeout
      case .truncatedBody: .truncated
      case .invalidRequest: .invalidRequest
      default: .transport(code)
      }
  }
}
