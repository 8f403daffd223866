/// How much of a body has come.
public struct LoadProgress: Hashable, Sendable {
  /// Bytes so far, content-decoded.
  public let received: ByteCount
  /// Bytes in all; `nil` when the server did not say (chunked, compressed).
  public let total: ByteCount?

  /// Progress of `received` bytes out of `total`.
  public init(received: ByteCount, total: ByteCount?) {
    self.received = received
    self.total = total
  }

  /// 0 to 1; `nil` when the total is unknown or zero. Never over 1.
  public var fraction: Double? {
    guard let total, total.bytes > 0 else { return nil }
    return min(1, Double(received.bytes) / Double(total.bytes))
  }
}

/// What happens to a load, in order. Exactly one `finished`, last, always.
public enum LoadEvent: Sendable {
  case progress(LoadProgress)
  /// A picture to show meanwhile: the stored one, stale (`ImageResponse.isStale`), while its server is asked whether it still holds; or, where
  /// `ImageRequest.progressivePreviews` asked for it, what has come of the picture so far (`ImageResponse.isPartial`).
  case preview(ImageResponse)
  case finished(Result<ImageResponse, LoadError>)
}
