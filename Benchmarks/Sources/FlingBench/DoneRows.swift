import Foundation

/// When each row had its picture.
final class DoneRows: @unchecked Sendable {
  // Safe to share: everything is under the lock.
  private let lock = NSLock()
  private var times: [Int: Duration] = [:]
  private var failed = 0

  func end(_ row: Int, _ time: Duration, failed isFailure: Bool) {
    lock.withLock {
      if times[row] == nil { times[row] = time }
      if isFailure { failed += 1 }
    }
  }

  func has(_ rows: ClosedRange<Int>) -> Bool { lock.withLock { rows.allSatisfy { times[$0] != nil } } }
  func time(_ row: Int) -> Duration? { lock.withLock { times[row] } }
  var failures: Int { lock.withLock { failed } }
}
