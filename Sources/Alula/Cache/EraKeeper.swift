import Foundation

/// Keeps the clock watch of one store across restarts.
final class EraKeeper: Sendable {
  private struct State {
    var watch: ClockWatch?
    var savedAt = Date.distantPast
    var mustSave = false
  }

  private let store: DiskStore
  private let time: CacheTime
  private let state = Locked(State())

  private static let name = "clock"
  /// How far the clock goes on before that is written down, in seconds.
  private static let interval = 60.0

  init(store: DiskStore, time: CacheTime) {
    self.store = store
    self.time = time
  }

  /// The era of now. Reads the store the first time.
  var current: UInt32 {
    let saved = state.withLock { $0.watch == nil } ? saved : nil
    let (wall, steady) = (time.wall(), time.steady())
    return state.withLock { state in
      var watch = state.watch ?? saved ?? ClockWatch()
      state.mustSave = watch.observe(wall: wall, steady: steady) || state.mustSave
      state.watch = watch
      return watch.era
    }
  }

  /// Whether there is something to write down.
  var isDue: Bool {
    state.withLock { state in
      state.mustSave || (state.watch?.latest ?? .distantPast).timeIntervalSince(state.savedAt) > Self.interval
    }
  }

  func save() {
    let other = saved
    let encoded = state.withLock { state -> [UInt8]? in
      if let other { state.watch?.join(other) }
      state.savedAt = state.watch?.latest ?? .distantPast
      state.mustSave = false
      return state.watch?.encoded
    }
    if let encoded { store.setNote(Self.name, encoded) }
  }

  private var saved: ClockWatch? { store.note(Self.name).flatMap { ClockWatch(encoded: $0) } }
}
