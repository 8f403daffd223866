import Alula

/// The server's book behind a lock, and the tests that wait for facts in it.
final class LoopbackLedger: Sendable {
  private struct Waiter {
    let fact: LoopbackFact
    let resume: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var book: LoopbackBook
    var waiters: [Int: Waiter] = [:]
    var cancelled: Set<Int> = []
    var nextWaiter = 0
    var isClosed = false

    mutating func takeSatisfied() -> [CheckedContinuation<Bool, Never>] {
      guard !waiters.isEmpty else { return [] }
      let ready = waiters.filter { $0.value.fact.isTrue(in: book) }.sorted { $0.key < $1.key }
      for (id, _) in ready { waiters[id] = nil }
      return ready.map(\.value.resume)
    }
  }

  private let state: Locked<State>

  init(recordLimit: Int) { state = Locked(State(book: LoopbackBook(recordLimit: recordLimit))) }

  var book: LoopbackBook { state.withLock { $0.book } }

  func read<Result>(_ body: (LoopbackBook) -> Result) -> Result { state.withLock { body($0.book) } }

  /// Changes the book, then wakes those whose fact came true. `body` may send without blocking, so that bytes a client
  /// has seen are always counted already.
  func write<Result>(_ body: (inout LoopbackBook) -> Result) -> Result {
    let (result, ready) = state.withLock { state in (body(&state.book), state.takeSatisfied()) }
    for waiter in ready { waiter.resume(returning: true) }
    return result
  }

  /// Waits until `fact` is true. False when the task is cancelled or the server stops first.
  func wait(for fact: LoopbackFact) async -> Bool {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    let isTrue = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in add(Waiter(fact: fact, resume: continuation), id) }
    } onCancel: {
      cancel(id)
    }
    state.withLock { state in _ = state.cancelled.remove(id) }
    return isTrue
  }

  /// Ends every wait, now and later.
  func close() {
    let left = state.withLock { state in
      state.isClosed = true
      defer { state.waiters = [:] }
      return state.waiters.sorted { $0.key < $1.key }.map(\.value.resume)
    }
    for waiter in left { waiter.resume(returning: false) }
  }

  private func add(_ waiter: Waiter, _ id: Int) {
    let answer = state.withLock { state -> Bool? in
      if waiter.fact.isTrue(in: state.book) { return true }
      if state.cancelled.remove(id) != nil || state.isClosed { return false }
      state.waiters[id] = waiter
      return nil
    }
    if let answer { waiter.resume.resume(returning: answer) }
  }

  private func cancel(_ id: Int) {
    let waiter = state.withLock { state in
      let waiter = state.waiters.removeValue(forKey: id)
      if waiter == nil { state.cancelled.insert(id) }
      return waiter
    }
    waiter?.resume.resume(returning: false)
  }
}
