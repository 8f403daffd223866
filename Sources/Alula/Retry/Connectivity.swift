/// What the platform knows of this machine's way to the network. A value of three closures, called on any thread.
///
/// After an attempt that failed without an answer while `isReachable` says no, a load waits for `untilReachable` in place of its next
/// back-off (`RetryPolicy.longestOutage`). The first attempt of a load is always made: a platform may be wrong, and what is not there fails
/// fast enough.
public struct Connectivity: Sendable {
  /// Whether there is a network now; `nil` where nobody can tell.
  public var isReachable: @Sendable () -> Bool?
  /// Returns once there is a network, or the task is cancelled. At once where nobody can tell.
  public var untilReachable: @Sendable () async -> Void
  /// Whether the person wants little sent over this network (Low Data Mode). See `ImageRequest.DataUse`.
  public var isConstrained: @Sendable () -> Bool

  /// One that says these things.
  public init(
    isReachable: @escaping @Sendable () -> Bool?, untilReachable: @escaping @Sendable () async -> Void,
    isConstrained: @escaping @Sendable () -> Bool = { false }
  ) {
    self.isReachable = isReachable
    self.untilReachable = untilReachable
    self.isConstrained = isConstrained
  }

  /// One that cannot tell, and whose network is not constrained.
  public static let unknown = Connectivity(isReachable: { nil }, untilReachable: {})
}
