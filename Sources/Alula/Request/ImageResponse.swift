public import Foundation

/// A decoded picture and where it came from.
public struct ImageResponse: Sendable {
  /// Who answered.
  public enum Source: String, Hashable, Sendable {
    case memory, disk, network, file, data
  }

  /// The pixels.
  public let image: Bitmap
  /// Who answered this request.
  public let source: Source
  /// The format of the bytes, by their first bytes.
  public let format: ImageFormat
  /// The size of the encoded bytes; of a preview, of those that it is made of.
  public let encodedSize: ByteCount
  /// The URL that answered, after redirects; `nil` for files and data.
  public let url: String?
  /// Whether this is a preview, made while the rest of the bytes still comes (`ImageRequest.progressivePreviews`).
  public internal(set) var isPartial = false
  /// Which of the request's fallbacks answered; `nil` when its own URL did.
  public internal(set) var fallback: URL?
  /// What the cache decided and why; `nil` for files and data.
  public internal(set) var cacheReport: CacheReport?

  /// What the bytes were.
  var digest: ContentDigest?
  var freshness = Freshness.always
  /// Stale: to be validated behind.
  var isDueForRefresh = false
  /// Of two answers the one with the higher number is the newer.
  var order = 0

  /// Whether the picture may be older than its server allows: shown while it is validated, or since the server fails.
  public var isStale: Bool { cacheReport?.decision == .stale }

  init(image: Bitmap, source: Source, format: ImageFormat, encodedSize: ByteCount, url: String?) {
    self.image = image
    self.source = source
    self.format = format
    self.encodedSize = encodedSize
    self.url = url
  }

  /// A picture that was made of these bytes.
  init(_ image: Bitmap, of encoded: EncodedImage) {
    self.init(
      image: image, source: encoded.source, format: encoded.format, encodedSize: ByteCount(encoded.data.count),
      url: encoded.url)
    cacheReport = encoded.report
    digest = encoded.digest
    freshness = encoded.freshness
    isDueForRefresh = encoded.isDueForRefresh
    order = encoded.order
  }

  /// The same answer, from memory.
  func fromMemory(_ report: CacheReport, isDueForRefresh: Bool = false) -> ImageResponse {
    var response = ImageResponse(
      image: image, source: .memory, format: format, encodedSize: encodedSize, url: url)
    response.cacheReport = cacheReport == nil ? nil : report
    response.digest = digest
    response.freshness = freshness
    response.order = order
    response.isDueForRefresh = isDueForRefresh
    return response
  }
}

/// Encoded bytes, checked to begin like an image.
public struct DataResponse: Sendable {
  /// The bytes as they came.
  public let data: Data
  /// Who answered this request.
  public let source: ImageResponse.Source
  /// The format, by the first bytes.
  public let format: ImageFormat
  /// The URL that answered, after redirects; `nil` for files and data.
  public let url: String?
  /// Which of the request's fallbacks answered; `nil` when its own URL did.
  public internal(set) var fallback: URL?
  /// The header fields of the answer; empty for files and data. A stored answer has an `Age` field.
  public let headers: HTTPHeaders
  /// What the cache decided and why; `nil` for files and data.
  public let cacheReport: CacheReport?
  /// Stale, and validated behind.
  package let isDueForRefresh: Bool
}
