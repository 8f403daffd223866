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
  /// Of two answers the one with the higher number is the newer.
  let order: Int
  /// Where its bytes are counted, as long as it is there.
  private let charge: MemoryCharge?

  init(
    data: Data, format: ImageFormat, source: ImageResponse.Source, url: String? = nil, head: HTTPResponseHead? = nil,
    digest: ContentDigest? = nil, freshness: Freshness = .always, isDueForRefresh: Bool = false, isChange: Bool = false,
    report: CacheReport? = nil, order: Int = SendOrder.now, charge: MemoryCharge? = nil
  ) {
    self.charge = charge
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
    self.order = order
  }

  /// The same, to be kept nowhere.
  var unkept: EncodedImage {
    EncodedImage(
      data: data, format: format, source: source, url: url, head: head, digest: digest, freshness: .never,
      report: report, order: order, charge: charge)
  }
}
