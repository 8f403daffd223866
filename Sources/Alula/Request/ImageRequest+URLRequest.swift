#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension ImageRequest {
  /// A picture that `request` asks for: its URL, method, header fields and body. Its cache policy and timeout are not
  /// taken over; the pipeline's configuration has those. A request without a URL makes loading throw
  /// `LoadError.Code.invalidURL`.
  public init(_ request: URLRequest, target: TargetSize? = nil) {
    if let url = request.url {
      self.init(url: url, target: target)
    } else {
      self.init(missingURLWith: target)
    }
    method = request.httpMethod ?? "GET"
    body = request.httpBody.map(Array.init)
    for (name, value) in (request.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }) {
      headers.append(name, value)
    }
  }

  private init(missingURLWith target: TargetSize?) {
    source = .invalid(LoadError(.invalidURL, "The URLRequest has no URL."))
    self.target = target
  }
}
