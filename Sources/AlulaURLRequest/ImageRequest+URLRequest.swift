#if canImport(FoundationNetworking)
  public import Alula
  public import FoundationNetworking

  extension ImageRequest {
    /// A picture that `request` asks for: its URL, method, header fields and body. Its cache policy and timeout are not
    /// taken over; the pipeline's configuration has those. A request without a URL makes loading throw
    /// `LoadError.Code.invalidURL`.
    ///
    /// In a product of its own, `AlulaURLRequest`: on Linux `URLRequest` is in FoundationNetworking, which loads libcurl and what that
    /// needs at the start of every program that links it. On Apple platforms it comes with `Alula`.
    public init(_ request: URLRequest, target: TargetSize? = nil) {
      self.init(
        url: request.url, method: request.httpMethod, fields: request.allHTTPHeaderFields,
        body: request.httpBody.map(Array.init), target: target)
    }
  }
#else
  @_exported import Alula
#endif
