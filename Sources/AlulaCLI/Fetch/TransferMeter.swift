import Alula

/// Counts what is coming in over the network, for all transfers together. Any thread.
final class TransferMeter: Sendable {
  struct Reading: Sendable, Equatable {
    /// Body bytes so far, of all transfers.
    var received = 0
    /// Transfers that have begun and not ended.
    var running = 0
    /// How much of the running transfers is there, in whole transfers. One of unknown length counts as nothing.
    var progress = 0.0
  }

  private struct Transfer {
    var received = 0
    var total: Int?
  }

  private struct State {
    var received = 0
    var next = 0
    var transfers: [Int: Transfer] = [:]
  }

  private let state = Locked(State())

  var reading: Reading {
    state.withLock { state in
      let parts = state.transfers.values.map { transfer in
        guard let total = transfer.total, total > 0 else { return 0.0 }
        return min(1, Double(transfer.received) / Double(total))
      }
      return Reading(received: state.received, running: state.transfers.count, progress: parts.reduce(0, +))
    }
  }

  func begin() -> Int {
    state.withLock { state in
      state.next += 1
      state.transfers[state.next] = Transfer()
      return state.next
    }
  }

  func expect(_ total: Int?, of transfer: Int) {
    state.withLock { $0.transfers[transfer]?.total = total }
  }

  func receive(_ count: Int, of transfer: Int) {
    state.withLock { state in
      state.received += count
      state.transfers[transfer]?.received += count
    }
  }

  func end(_ transfer: Int) {
    state.withLock { $0.transfers[transfer] = nil }
  }
}
