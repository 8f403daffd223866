import Alula

/// Keeps the steps of a run for `--trace`. Any thread.
final class TraceObserver: PipelineObserver {
  private struct State {
    var events: [PipelineEvent] = []
    var isCut = false
  }

  /// The most steps that are kept: some 40 MB, and some 40,000 pictures.
  static let limit = 400_000
  private let state = Locked(State())

  /// What was kept, in the order in which it was told.
  var events: [PipelineEvent] { state.withLock { $0.events } }
  /// Whether there was more.
  var isCut: Bool { state.withLock { $0.isCut } }

  func observe(_ event: PipelineEvent) {
    state.withLock { state in
      guard state.events.count < Self.limit else {
        state.isCut = true
        return
      }
      state.events.append(event)
    }
  }
}
