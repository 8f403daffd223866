/// Lets a fixed number of tasks through at once; the others wait in line.
actor Turnstile {
  private var free: Int
  private var line: [CheckedContinuation<Void, Never>] = []

  init(width: Int) { free = max(1, width) }

  nonisolated func pass<Value: Sendable, Failure: Error>(
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    await enter()
    do throws(Failure) {
      let value = try await body()
      await leave()
      return value
    } catch {
      await leave()
      throw error
    }
  }

  private func enter() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { line.append($0) }
    }
  }

  private func leave() {
    if line.isEmpty { free += 1 } else { line.removeFirst().resume() }
  }
}
