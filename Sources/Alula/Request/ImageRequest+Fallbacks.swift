import Foundation

extension ImageRequest {
  /// Which of several URLs for one picture is tried first.
  public enum DataUse: Hashable, Sendable {
    /// `low` where the person wants little sent (`Connectivity.isConstrained`), otherwise `full`.
    case automatic
    /// The last of the fallbacks first, then the one before it, the request's own URL last: fallbacks go from large to small.
    case low
    /// The request's own URL first.
    case full
  }

  /// One of the requests that a request with fallbacks stands for.
  struct Candidate: Sendable {
    /// Without fallbacks.
    let request: ImageRequest
    /// `nil` for the request's own URL.
    let fallback: URL?
  }

  /// The same request without fallbacks.
  var alone: ImageRequest {
    var request = self
    request.fallbacks = []
    return request
  }

  /// What is asked for, in order.
  func candidates(isConstrained: Bool) -> [Candidate] {
    // A method that changes something is not for another server.
    guard !fallbacks.isEmpty, ["GET", "HEAD"].contains(method) else {
      return [Candidate(request: alone, fallback: nil)]
    }
    let all = [Candidate(request: alone, fallback: nil)] + fallbacks.map { Candidate(request: at($0), fallback: $0) }
    return isLow(isConstrained) ? all.reversed() : all
  }

  func isLow(_ isConstrained: Bool) -> Bool { dataUse == .low || dataUse == .automatic && isConstrained }

  /// The same picture from another URL, under that one's own key. What is for one origin alone stays there, as on a redirect.
  private func at(_ url: URL) -> ImageRequest {
    var request = alone
    request.cacheKey = nil
    do throws(LoadError) {
      request.source = try ImageSource(text: url.absoluteString)
    } catch { request.source = .invalid(error) }
    if case .web(let own) = source, case .web(let other) = request.source, own.origin == other.origin { return request }
    for name in Hop.originFields { request.headers[name] = nil }
    return request
  }

  /// URLs of texts, by the one rule for texts.
  static func urls(_ texts: [String]) throws(LoadError) -> [URL] {
    var urls: [URL] = []
    for text in texts {
      let request = try ImageRequest(text)
      guard let url = request.normalAddress.flatMap({ URL(string: $0) }) else {
        throw LoadError(.invalidURL, "A fallback is no URL.")
      }
      urls.append(url)
    }
    return urls
  }
}
