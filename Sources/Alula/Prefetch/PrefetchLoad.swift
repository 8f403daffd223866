/// What a prefetched picture is known by: the pixels, or the bytes alone.
enum PrefetchKey: Hashable, Sendable {
  case image(ImageKey)
  case bytes(ByteKey)

  /// The bytes that both need, whatever is demanded of caches.
  var bytes: ByteKey {
    switch self {
    case .image(let key): key.bytes.plain
    case .bytes(let key): key.plain
    }
  }
}

/// One prefetch that runs. It ends once.
final class PrefetchLoad: Sendable {
  enum Outcome: Hashable, Sendable {
    /// With so many bytes over the network; none when they were on the disk.
    case loaded(ByteCount)
    /// Found where it was to be brought.
    case cached
    case failed
    case cancelled
  }

  enum Waiter: Sendable {
    case image(FlightWaiter<ImageResponse>, ImageKey)
    case bytes(FlightWaiter<EncodedImage>, ByteKey)
  }

  let request: ImageRequest
  let key: PrefetchKey
  let priority: LivePriority
  let waiter: Waiter

  init(_ request: ImageRequest, _ key: PrefetchKey, _ priority: Priority) {
    self.request = request
    self.key = key
    let live = LivePriority(priority)
    self.priority = live
    waiter =
      switch key {
      case .image(let key): .image(FlightWaiter(priority: live), key)
      case .bytes(let key): .bytes(FlightWaiter(priority: live), key)
      }
  }
}
