#if !canImport(FoundationNetworking)
  public import Foundation

  extension ImageRequest {
    /// A picture that `request` asks for: its URL, method, header fields and body. Its cache policy and timeout are not
    /// taken over; the pipeline's configuration has those. A request without a URL makes loading throw
    /// `LoadError.Code.invalidURL`.
    public init(_ request: URLRequest, target: TargetSize? = nil) {
      self.init(
        url: request.url, method: request.httpMethod, fields: request.allHTTPHeaderFields,
        body: request.httpBody.map(Array.init), target: target)
    }
  }
#endif
