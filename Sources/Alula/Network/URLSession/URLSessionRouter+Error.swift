#if !(os(Linux) && Curl)
  import Foundation
  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  extension TransportError {
    /// The meaning of what `URLSession` reports. `hasHead`: whether the response had begun.
    init(_ error: any Error, hasHead: Bool) {
      guard let error = error as? URLError else {
        self.init(.other, "\(type(of: error))")
        return
      }
      // The description may hold the URL; the number says as much.
      self.init(Self.code(error.code, hasHead: hasHead), "URLError \(error.code.rawValue)")
    }

    private static func code(_ code: URLError.Code, hasHead: Bool) -> Code {
      switch code {
      case .cancelled: .cancelled
      case .timedOut: .timedOut
      case .cannotFindHost, .dnsLookupFailed: .cannotResolveHost
      case .cannotConnectToHost, .notConnectedToInternet: .cannotConnect
      case .networkConnectionLost: hasHead ? .truncatedBody : .connectionLost
      case .zeroByteResource: .connectionLost
      case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
        .clientCertificateRequired:
        .tls
      case .cannotDecodeContentData, .cannotDecodeRawData: .badContentEncoding
      case .badServerResponse, .cannotParseResponse: .badResponse
      case .badURL, .unsupportedURL: .invalidRequest
      default: .other
      }
    }
  }
#endif
