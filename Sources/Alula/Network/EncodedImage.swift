import Foundation

/// A checked body: bytes that begin like an image. Shared, not copied, by everybody who decodes it.
final class EncodedImage: Sendable {
  let data: Data
  let format: ImageFormat
  let source: ImageResponse.Source
  /// The final URL, after redirects.
  let url: String?
  let head: HTTPResponseHead?
  /// What the bytes are, for telling whether a picture changed; `nil` for files and data.
  let digest: ContentDigest?
  let freshness: Freshness
  /// Stale: to be validated behind.
  let isDueForRefresh: Bool
  /// A stored body that was another one was replaced.
  let isChange: Bool
  let report: CacheReport?

  init(
    data: Data, format: ImageFormat, source: ImageResponse.Source, url: String? = nil, head: HTTPResponseHead? = nil,
    digest: ContentDigest? = nil, freshness: Freshness = .always, isDueForRefresh: Bool = false, isChange: Bool = false,
    report: CacheReport? = nil
  ) {
    self.data = data
    self.format = format
    self.source = source
    self.url = url
    self.head = head
    self.digest = digest
    self.freshness = freshness
    self.isDueForRefresh = isDueForRefresh
    self.isChange = isChange
    self.report = report
  }
}
