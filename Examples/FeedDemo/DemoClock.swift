import Alula
import Foundation

/// The time, moved on by hand: nobody wants to wait two hours for a demo.
final class DemoClock: Sendable {
  private let ahead = Locked(Duration.zero)

  /// Hours pass.
  func pass(_ duration: Duration) { ahead.withLock { $0 += duration } }

  var time: CacheTime {
    let system = CacheTime.system
    return CacheTime(
      wall: { [ahead] in system.wall().addingTimeInterval(ahead.withLock { $0 } / .seconds(1)) },
      steady: { [ahead] in system.steady() + ahead.withLock { $0 } })
  }
}
