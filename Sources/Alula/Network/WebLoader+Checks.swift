import Foundation
import HTTPCaching

extension WebLoader {
  /// Whether the body is to be read: a success that is no partial content (nothing here asks for a range).
  func accepts(_ head: HTTPResponseHead) -> Bool {
    limits.acceptedStatuses.contains(head.status) && head.status != 206 && redirect(of: head) == nil
  }

  /// The location of a redirect that is followed (RFC 9110 section 15.4); `nil` for anything else.
  func redirect(of head: HTTPResponseHead) -> String? {
    guard [301, 302, 303, 307, 308].contains(head.status) else { return nil }
    return head.headers["Location"] ?? ""
  }

  /// Whether a response is worth keeping on disk: a picture, a redirect, a failure that HTTP lets caches remember. Never what is no picture.
  func isKept(_ head: HTTPResponseHead, _ body: Data) -> Bool {
    guard limits.acceptedStatuses.contains(head.status) else { return head.status >= 300 }
    return (try? format(head, body)) != nil
  }

  func check(_ answer: Answer, _ call: Call) throws(LoadError) -> EncodedImage {
    let exchange = answer.exchange
    do throws(LoadError) {
      if let failure = exchange.failure { throw failure }
      call.charge?.land(with: exchange.body.count)
      return EncodedImage(
        data: exchange.body, format: try format(exchange.head, exchange.body),
        source: exchange.origin == .network ? .network : .disk, url: answer.address.text, head: exchange.head,
        digest: exchange.digest, freshness: exchange.freshness, isDueForRefresh: exchange.isDueForRefresh,
        isChange: exchange.isChange, report: exchange.report, order: exchange.order, charge: call.charge)
    } catch { throw error.reporting(exchange).naming(answer.address.redacted) }
  }

  /// The format of a whole picture, or of the beginning of one.
  func format(_ head: HTTPResponseHead, _ body: Data) throws(LoadError) -> ImageFormat {
    if head.status == 206 { throw LoadError(.truncated, "The server sent a part that was not asked for.") }
    guard limits.acceptedStatuses.contains(head.status) else {
      throw LoadError(.status(head.status), "The server answered with status \(head.status).")
    }
    guard !body.isEmpty else { throw LoadError(.empty, "The server sent no data.") }
    if limits.mediaTypeCheck == .strict { try checkMediaType(head.headers["Content-Type"]) }
    return try decoders.checkedFormat(body)
  }

  private func checkMediaType(_ field: String?) throws(LoadError) {
    let type = field?.split(separator: ";").first.map { $0.trimmingCharacters(in: .whitespaces).lowercased() } ?? ""
    guard type.hasPrefix("image/") else {
      throw LoadError(
        .mediaType(type), "The server says that this is \(type.isEmpty ? "nothing in particular" : type), not an image."
      )
    }
  }
}

extension LoadError {
  /// The same error, with what the cache decided; a stored answer is told from one that the server gives now.
  fileprivate func reporting(_ exchange: Exchange) -> LoadError {
    var error = self
    let isStored = exchange.report.decision == .fresh || exchange.report.decision == .stale
    if isStored, case .status(let status) = code {
      let age = exchange.head.headers["Age"].flatMap { Double($0) }.map { ", \(SpanOfTime(seconds: $0)) old" } ?? ""
      error = LoadError(code, "The stored answer\(age), is status \(status).", url: url)
    }
    error.cacheReport = exchange.report
    return error
  }
}
