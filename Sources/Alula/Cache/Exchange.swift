import Foundation
import HTTPCaching

/// One answered request: what the client sees of it, and what may be done with it.
struct Exchange: Sendable {
  enum Origin: Sendable {
    case network
    case disk
    /// The cache itself: 504 where only a stored response was asked for, or the origin is gone and nothing stored may be used.
    case cache
  }

  var head: HTTPResponseHead
  /// The body, or the part of it that the request's Range field asked for.
  var body: Data
  var origin: Origin
  /// What the whole body is.
  var digest: ContentDigest?
  var freshness: Freshness
  /// Answered stale: validate behind.
  var isDueForRefresh = false
  /// A stored response with another body was replaced.
  var isChange = false
  var report: CacheReport
  /// URLs whose stored responses this answer made invalid (RFC 9111 section 4.4).
  var invalidated: [String] = []
  /// Whether the disk holds it now.
  var isKept = false
  /// Whether the origin was asked for it.
  var contact = OriginContact.none
  /// When its request was sent (`SendOrder`), or what was the last one when the disk was asked.
  var order = 0
  /// Why the cache had to answer 504 itself.
  var failure: LoadError?
}

/// One request as the HTTP cache takes it.
struct CacheCall: Sendable {
  var request: CacheRequest
  /// `nil`: nothing is read from or kept on disk.
  var place: CachePlace?
  /// Whether there is no place since it is asked for with Authorization, and not for a named partition.
  var wantsPartition = false
  /// Where the responses of a URL may be stored.
  var starts: @Sendable (String) -> [ChainStart]
  /// A stale answer is not enough: it was given already.
  var isRefresh: Bool
  /// Why the origin is left alone where something stored may stand in; `nil` when it may be asked.
  var pause: String?
  /// Whether the load was forgotten since it began.
  var isForgotten: @Sendable () -> Bool
  /// Whether the body of such a response is to be read.
  var wants: @Sendable (HTTPResponseHead) -> Bool
  /// Whether that whole response is worth keeping; `false` for a body that is no image.
  var keeps: @Sendable (HTTPResponseHead, Data) -> Bool
}
