package import Foundation

/// The two clocks of the cache.
package struct CacheTime: Sendable {
  /// The time of day, which people and servers set.
  package var wall: @Sendable () -> Date
  /// Time since some moment of this process, which nobody sets and which goes on while the machine sleeps.
  package var steady: @Sendable () -> Duration

  package init(wall: @escaping @Sendable () -> Date, steady: @escaping @Sendable () -> Duration) {
    self.wall = wall
    self.steady = steady
  }

  package static let system: CacheTime = {
    let start = ContinuousClock.now
    return CacheTime(wall: { Date() }, steady: { start.duration(to: .now) })
  }()
}
