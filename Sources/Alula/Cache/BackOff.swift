import HTTPCaching

/// Servers that failed a moment ago are left alone, as long as there is something to show in their place.
///
/// Per picture and partition: after a failure 1 s, after each further one twice as long, at most 60 s; at least what `Retry-After` says, up
/// to the same 60 s. In memory alone. Forgotten by any other answer, when the picture is forgotten, and when nobody asked for a minute.
final class BackOff: Sendable {
  private struct Failures {
    var count: Int
    var until: Duration
    let message: String
  }

  private let time: CacheTime
  private let failures = Locked<[ByteKey: Failures]>([:])

  static let shortest = Duration.seconds(1)
  static let longest = Duration.seconds(60)
  /// The most pictures that are remembered.
  private static let maximumCount = 1000

  init(time: CacheTime) { self.time = time }

  /// Why the server of that resource is not asked now, for people; `nil` when it may be.
  func pause(of resource: @autoclosure () -> ByteKey) -> String? {
    let now = time.steady()
    let found = failures.withLock { $0.isEmpty ? nil : $0[resource()] }
    guard let found, found.until > now else { return nil }
    let seconds = Int(((found.until - now) / .seconds(1)).rounded(.up))
    return "the origin failed a moment ago and is not asked again for \(seconds) s: \(found.message)"
  }

  /// The server failed.
  func note(_ failure: OriginContact.Failure, of resource: ByteKey) {
    let now = time.steady()
    failures.withLock { failures in
      // Who asks so rarely needs no rest.
      let count = failures[resource].flatMap { $0.until + Self.longest > now ? $0.count : nil } ?? 0
      let delay = min(Self.longest, max(Self.shortest * (1 << min(count, 6)), failure.retryAfter ?? .zero))
      failures[resource] = Failures(count: count + 1, until: now + delay, message: failure.message)
      guard failures.count > Self.maximumCount else { return }
      failures = failures.filter { $0.value.until > now }
      if failures.count > Self.maximumCount { failures = [resource: failures[resource]].compactMapValues { $0 } }
    }
  }

  /// The server answered, or is to be asked in any case.
  func forget(_ resource: ByteKey) { failures.withLock { _ = $0.isEmpty ? nil : $0.removeValue(forKey: resource) } }

  func forget(where matches: (ByteKey) -> Bool) {
    failures.withLock { failures in failures = failures.filter { !matches($0.key) } }
  }
}

/// Whether origins were asked for an answer, and how it went.
enum OriginContact: Sendable {
  struct Failure: Sendable {
    let message: String
    /// What the server wants.
    var retryAfter: Duration?
  }

  case none
  case answered
  /// Not asked, since it failed a moment ago.
  case spared
  case failed(Failure)

  /// Of a chain of redirects: one failure is a failure, and an answer says nothing of who was spared.
  func joined(_ next: OriginContact) -> OriginContact {
    switch (self, next) {
    case (.failed, _), (.spared, .none), (.spared, .answered), (_, .none): self
    default: next
    }
  }
}
