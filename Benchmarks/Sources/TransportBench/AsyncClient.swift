import Alula

/// Our transport under Swift concurrency: each load is awaited by a child task.
struct AsyncClient {
  let url: String
  let transport = DefaultTransport.make()

  func run(count: Int, concurrency: Int) async -> Int {
    await withTaskGroup(of: Int.self) { group in
      var total = 0
      for index in 0..<count {
        if index >= concurrency { total += await group.next() ?? 0 }
        group.addTask { await load() }
      }
      for await bytes in group { total += bytes }
      return total
    }
  }

  private func load() async -> Int {
    await withCheckedContinuation { continuation in
      let collector = BodyCollector { count, error in
        if let error { fatalError("\(error)") }
        continuation.resume(returning: count)
      }
      transport.start(TransportRequest(url: url), handle: collector.handle, receiver: collector)
    }
  }
}
