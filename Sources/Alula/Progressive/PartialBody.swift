import Foundation

/// How far a body has come, and where to read what there is of it.
struct BodyProgress: Sendable {
  let progress: LoadProgress
  let body: PartialBody
}

/// A body that still comes. Holds nothing of it once the transfer is over.
struct PartialBody: Sendable {
  private let state: Locked<BodyCollector.State>

  init(_ state: Locked<BodyCollector.State>) { self.state = state }

  /// Whether both are of one transfer.
  func isSame(as other: PartialBody) -> Bool { state === other.state }

  /// Reads what there is from the first byte on, and who sends it; the transfer waits meanwhile. `nil` when there is nothing: the transfer is
  /// over, nobody wants its body, or it is the rest of one.
  func read<Found>(_ reader: (_ head: HTTPResponseHead, _ url: String, _ body: Data) -> Found) -> Found? {
    state.withLock { state in
      guard let head = state.head, !state.isDropping, state.failure == nil, state.before == 0, !state.body.isEmpty
      else { return nil }
      return reader(head, state.url, state.body)
    }
  }
}
