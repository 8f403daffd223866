import AlulaTesting
import Foundation

@testable import Alula

/// Decodes like the default decoder, but not before it is released. Blocks its decoding thread meanwhile, as a slow picture does.
final class HeldDecoder: ImageDecoder {
  private struct State {
    var count = 0
    var isReleased = false
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var wasOnMainThread = false
  }

  private let state = Locked(State())
  private let latch = DispatchSemaphore(value: 0)

  var count: Int { state.withLock { $0.count } }
  var wasOnMainThread: Bool { state.withLock { $0.wasOnMainThread } }

  func decode(_ data: Data, options: DecodeOptions) throws(LoadError) -> Bitmap {
    let isMain = MainQueueMark.isHere
    let step = state.withLock { state in
      state.count += 1
      if isMain { state.wasOnMainThread = true }
      let count = state.count
      defer { state.waiting.removeAll { $0.count <= count } }
      return (state.isReleased, state.waiting.filter { $0.count <= count })
    }
    for waiter in step.1 { waiter.continuation.resume() }
    if !step.0 { latch.wait() }
    return try DefaultImageDecoder().decode(data, options: options)
  }

  /// Returns once `count` decodes have begun.
  func untilStarted(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let hasStarted = state.withLock { state in
        if state.count < count { state.waiting.append((count, continuation)) }
        return state.count >= count
      }
      if hasStarted { continuation.resume() }
    }
  }

  /// Lets every decode go on, now and later.
  func release() {
    let count = state.withLock { state in
      state.isReleased = true
      return state.count
    }
    for _ in 0..<count { latch.signal() }
  }
}
