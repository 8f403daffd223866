package import Foundation

extension ImageRequest {
  /// What a `URLRequest` says.
  package init(url: URL?, method: String?, fields: [String: String]?, body: [UInt8]?, target: TargetSize?) {
    if let url {
      self.init(url: url, target: target)
    } else {
      self.init(missingURLWith: target)
    }
    self.method = method ?? "GET"
    self.body = body
    for (name, value) in (fields ?? [:]).sorted(by: { $0.key < $1.key }) { headers.append(name, value) }
  }

  private init(missingURLWith target: TargetSize?) {
    source = .invalid(LoadError(.invalidURL, "The URLRequest has no URL."))
    self.target = target
  }
}
