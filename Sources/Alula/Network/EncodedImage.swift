import Foundation

/// A checked body: bytes that begin like an image. Shared, not copied, by everybody who decodes it.
final class EncodedImage: Sendable {
  let data: Data
  let format: ImageFormat
  let source: ImageResponse.Source
  /// The final URL, after redirects.
  let url: String?
  let head: HTTPResponseHead?

  init(data: Data, format: ImageFormat, source: ImageResponse.Source, url: String? = nil, head: HTTPResponseHead? = nil)
  {
    self.data = data
    self.format = format
    self.source = source
    self.url = url
    self.head = head
  }
}
