public import Foundation

/// A decoded picture and where it came from.
public struct ImageResponse: Sendable {
  /// Who answered.
  public enum Source: String, Hashable, Sendable {
    case memory, network, file, data
  }

  /// The pixels.
  public let image: Bitmap
  /// Who answered this request.
  public let source: Source
  /// The format of the bytes, by their first bytes.
  public let format: ImageFormat
  /// The size of the encoded bytes.
  public let encodedSize: ByteCount
  /// The URL that answered, after redirects; `nil` for files and data.
  public let url: String?

  /// The same answer, from memory.
  var fromMemory: ImageResponse {
    ImageResponse(image: image, source: .memory, format: format, encodedSize: encodedSize, url: url)
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
  /// The header fields of the answer; empty for files and data.
  public let headers: HTTPHeaders
}
