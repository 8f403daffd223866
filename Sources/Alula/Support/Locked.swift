#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A value behind a lock. The closure must not call user code and must not block.
///
/// A `pthread_mutex_t`, not `Synchronization.Mutex`: Thread Sanitizer on Linux does not see that type's ordering and
/// reports races that are not there, and its platform floor is above ours (`Docs/Decisions/0002-locks.md`).
package final class Locked<Value>: @unchecked Sendable {
  // Safe to share: `value` is only touched between lock and unlock; the mutex has a stable address until deinit.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  package init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` while the lock is held. Cost: about 20 ns when nobody else holds it.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
