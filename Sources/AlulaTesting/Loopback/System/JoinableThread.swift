import Alula
import Foundation

/// What a thread runs. A class, so that it can travel through a C pointer.
final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// A thread that can be waited for. `Foundation.Thread` cannot.
final class JoinableThread: Sendable {
  private let thread: Locked<pthread_t?>

  /// Starts `body` on a new thread.
  init(_ body: @escaping @Sendable () -> Void) throws(LoopbackError) {
    guard let started = LoopbackPlatform.startThread(ThreadBody(body)) else {
      throw LoopbackError(call: "pthread_create", code: EAGAIN)
    }
    thread = Locked(started)
  }

  /// Waits for the end of the thread. A second call, and a call from the thread itself, do not wait.
  func join() {
    guard let thread = thread.withLock({ $0.take() }) else { return }
    if pthread_equal(thread, pthread_self()) != 0 {
      pthread_detach(thread)
    } else {
      pthread_join(thread, nil)
    }
  }

  deinit { join() }
}
