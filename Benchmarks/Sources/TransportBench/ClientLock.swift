import Foundation

/// A value behind a lock.
final class ClientLock<Value>: @unchecked Sendable {
  // Safe to share: `value` is only touched between lock and unlock.
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
