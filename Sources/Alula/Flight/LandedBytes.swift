/// Bodies that somebody still decodes. Who asks for the same bytes meanwhile, at another size, gets them without a download.
/// Holds them weakly: it keeps nothing alive.
final class LandedBytes: Sendable {
  private struct Weak {
    weak var image: EncodedImage?
  }

  private struct State {
    var bodies: [ByteKey: Weak] = [:]
    var sweepAt = 64
  }

  private let state = Locked(State())

  subscript(key: ByteKey) -> EncodedImage? {
    get { state.withLock { $0.bodies[key]?.image } }
    set {
      state.withLock { state in
        state.bodies[key] = Weak(image: newValue)
        guard state.bodies.count >= state.sweepAt else { return }
        state.bodies = state.bodies.filter { $0.value.image != nil }
        state.sweepAt = max(64, state.bodies.count * 2)
      }
    }
  }

  func remove(where matches: (ByteKey) -> Bool) {
    state.withLock { state in
      state.bodies = state.bodies.filter { !matches($0.key) }
    }
  }
}
