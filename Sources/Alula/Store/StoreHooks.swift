package import Foundation

/// Where tests reach into a store.
package struct StoreHooks: Sendable {
  /// A step that changes what the disk holds.
  package enum Change: Sendable {
    /// Making the directory or opening the index for writing.
    case open
    /// Making a body file.
    case create
    /// Writing that many bytes to a body file.
    case write(bytes: Int)
    /// Putting that many bytes into the index.
    case index(bytes: Int)
  }

  /// Dates of last access, and the age limit.
  package var now: @Sendable () -> Date
  /// Asked before each change: 0, or the `errno` with which it fails.
  package var refusal: @Sendable (Change) -> Int32

  package init(
    now: @escaping @Sendable () -> Date = { Date() }, refusal: @escaping @Sendable (Change) -> Int32 = { _ in 0 }
  ) {
    self.now = now
    self.refusal = refusal
  }

  func allow(_ change: Change) throws(StoreFault) {
    let code = refusal(change)
    guard code == 0 else { throw StoreFault(errno: code) }
  }

  /// Milliseconds since 1970.
  var milliseconds: Int64 { Int64((now().timeIntervalSince1970 * 1_000).clamped) }
}

extension Double {
  /// Within what an `Int` holds exactly; not a number becomes 0.
  fileprivate var clamped: Double { isNaN ? 0 : Swift.min(Swift.max(self, -9e15), 9e15) }
}
