import Foundation

/// A thread of a test that can be waited for: blocking clients must not take the threads that tests run on.
final class ClientThread: Sendable {
  private let finished = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () -> Void) throws {
    let thread = Thread { [finished] in
      body()
      finished.signal()
    }
    thread.start()
  }

  func join() { finished.wait() }
}
