import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// The budget alone: what is counted, who waits, who goes on.
@Suite(.timeLimit(.minutes(1))) struct MemoryBudgetTests {
  private static let kilobyte = 1024

  /// A budget of 1,000 KB over a cache whose pictures cost about 100 KB each.
  private struct Scene {
    let cache = MemoryCache(trimsOnPressure: false)
    let budget: MemoryBudget

    init(pictures: Int = 0) throws {
      budget = MemoryBudget(limit: ByteCount(1_000 * kilobyte), cache: cache, order: .newestFirst)
      let pipeline = ImagePipeline(configuration: .ephemeral(transport: FakeTransport(), memoryCache: cache))
      for index in 0..<pictures {
        let request = try ImageRequest("http://example.org/\(index).png")
        let bitmap = try Bitmap(size: PixelSize(width: 160, height: 160)) { _ in }
        cache.insert(
          ImageResponse(bitmap, of: EncodedImage(data: Data(), format: .png, source: .network)),
          for: try pipeline.imageKey(for: request))
      }
    }

    func grant(_ priority: Priority) -> MemoryGrant { MemoryGrant(budget, LivePriority(priority)) }
    func charge(_ priority: Priority) -> MemoryCharge { MemoryCharge(budget, LivePriority(priority)) }
  }

  @Test func `what is held is counted, and given back when it is let go`() throws {
    let scene = try Scene(pictures: 2)
    do {
      let charge = scene.charge(.normal)
      charge.set(to: 300 * Self.kilobyte)
      let grant = scene.grant(.normal)
      grant.begin()
      #expect(grant.raise(to: 200 * Self.kilobyte))
      // A second look at less takes nothing.
      #expect(grant.raise(to: 100 * Self.kilobyte))
      let use = scene.budget.use
      #expect(use.bodies == ByteCount(300 * Self.kilobyte))
      #expect(use.decodes == ByteCount(200 * Self.kilobyte))
      #expect(use.pictures == scene.cache.statistics.cost)
      #expect(use.total == use.peak)
      _ = (charge, grant)
    }
    let use = scene.budget.use
    #expect(use.bodies == .zero && use.decodes == .zero)
    #expect(use.peak > ByteCount(500 * Self.kilobyte))
  }

  @Test func `a decode that does not fit waits for what runs`() async throws {
    let scene = try Scene()
    let first = scene.grant(.normal)
    first.begin()
    #expect(first.raise(to: 600 * Self.kilobyte))
    let second = scene.grant(.high)
    second.begin()
    #expect(!second.raise(to: 500 * Self.kilobyte))
    #expect(second.isRefused)
    async let waiting: Void = second.waitForRoom()
    first.giveBack()
    try await waiting
    #expect(scene.budget.use.decodes == ByteCount(500 * Self.kilobyte))
    second.begin()
    #expect(second.raise(to: 500 * Self.kilobyte) && !second.isRefused)
  }

  @Test(arguments: [Priority.veryLow, .low, .normal, .high, .veryHigh])
  func `visible work lets cached pictures go, the rest waits`(priority: Priority) throws {
    let scene = try Scene(pictures: 8)
    let other = scene.charge(.normal)
    other.begin(with: 50 * Self.kilobyte)
    let before = scene.cache.statistics.count
    let grant = scene.grant(priority)
    grant.begin()
    #expect(grant.raise(to: 400 * Self.kilobyte) == (priority > .low))
    #expect((scene.cache.statistics.count < before) == (priority > .low))
    #expect(scene.budget.use.total <= ByteCount(1_000 * Self.kilobyte))
    other.end()
  }

  @Test func `when nothing runs the most urgent goes on, whatever it takes`() async throws {
    let scene = try Scene(pictures: 8)
    let held = scene.charge(.normal)
    held.set(to: 900 * Self.kilobyte)
    let low = scene.grant(.low)
    low.begin()
    #expect(!low.raise(to: 400 * Self.kilobyte))
    // Nothing but itself runs, and it gives that up to wait.
    try await low.waitForRoom()
    #expect(scene.budget.use.decodes == ByteCount(400 * Self.kilobyte))
    #expect(scene.cache.statistics.count == 0)
  }

  @Test func `of those who wait the most urgent goes on first, and no other before it fits`() throws {
    let scene = try Scene()
    let running = scene.grant(.normal)
    running.begin()
    #expect(running.raise(to: 900 * Self.kilobyte))
    let order = Locked<[Priority]>([])
    for priority in [Priority.low, .veryHigh, .normal] {
      let waiter = MemoryWaiter(need: 800 * Self.kilobyte, .decode, LivePriority(priority)) {
        order.withLock { $0.append(priority) }
      }
      scene.budget.wait(waiter)
    }
    #expect(order.withLock { $0 }.isEmpty)
    running.giveBack()
    #expect(order.withLock { $0 } == [.veryHigh])
    for _ in 0..<2 {
      scene.budget.count(-800 * Self.kilobyte, .decode)
      scene.budget.runs(false)
    }
    #expect(order.withLock { $0 } == [.veryHigh, .normal, .low])
  }

  @Test func `a raised priority lets pictures go at once`() async throws {
    let scene = try Scene(pictures: 8)
    let other = scene.charge(.normal)
    other.begin(with: 50 * Self.kilobyte)
    let priority = LivePriority(.low)
    let grant = MemoryGrant(scene.budget, priority)
    grant.begin()
    #expect(!grant.raise(to: 500 * Self.kilobyte))
    async let waiting: Void = grant.waitForRoom()
    priority.set(.high)
    try await waiting
    #expect(scene.budget.use.decodes == ByteCount(500 * Self.kilobyte))
    other.end()
  }

  @Test func `a cancelled wait ends at once and leaves nothing behind`() async throws {
    let scene = try Scene()
    let running = scene.grant(.normal)
    running.begin()
    #expect(running.raise(to: 900 * Self.kilobyte))
    let waiting = scene.grant(.normal)
    waiting.begin()
    #expect(!waiting.raise(to: 500 * Self.kilobyte))
    let task = Task { () -> LoadError.Code? in
      do throws(LoadError) {
        try await waiting.waitForRoom()
        return nil
      } catch { return error.code }
    }
    task.cancel()
    #expect(await task.value == .cancelled)
    running.giveBack()
    #expect(scene.budget.use.decodes == .zero)
  }

  private func grows(
    _ charge: MemoryCharge, to kilobytes: Int, _ goOn: @escaping @Sendable () -> Void
  ) -> Bool {
    charge.grow(to: kilobytes * Self.kilobyte, goOn: goOn)
  }

  @Test func `a transfer is held back without room, and goes on once when there is`() throws {
    let scene = try Scene()
    let first = scene.charge(.normal)
    first.begin(with: 0)
    let is900 = grows(first, to: 900) { Issue.record("it was not held back") }
    #expect(is900)
    let second = scene.charge(.normal)
    second.begin(with: 0)
    let calls = Locked(0)
    let is200 = !grows(second, to: 200) { calls.withLock { $0 += 1 } }
    #expect(is200)
    // What is on its way already is counted, and asks for nothing.
    let is300 = !grows(second, to: 300) { calls.withLock { $0 += 100 } }
    #expect(is300)
    #expect(calls.withLock { $0 } == 0)
    first.set(to: 0)
    first.end()
    #expect(calls.withLock { $0 } == 1)
    let is400 = grows(second, to: 400) {}
    #expect(is400)
    second.end()
    #expect(calls.withLock { $0 } == 1)
  }

  @Test func `a transfer that ends while it is held back does not go on`() throws {
    let scene = try Scene()
    let first = scene.charge(.normal)
    first.begin(with: 990 * Self.kilobyte)
    let second = scene.charge(.normal)
    second.begin(with: 0)
    let is200 = !grows(second, to: 200) { Issue.record("it had ended") }
    #expect(is200)
    second.end()
    second.set(to: 0)
    first.end()
    first.set(to: 0)
    #expect(scene.budget.use.bodies == .zero)
  }

  @Test func `without room nothing begins, and is called again when there is`() throws {
    let scene = try Scene(pictures: 4)
    let calls = Locked(0)
    scene.budget.whenRoom { calls.withLock { $0 += 1 } }
    let charge = scene.charge(.normal)
    charge.set(to: 1_000 * Self.kilobyte)
    #expect(!scene.budget.isOpen(to: .veryHigh))
    charge.set(to: 700 * Self.kilobyte)
    #expect(calls.withLock { $0 } == 1)
    // Pictures have the rest: they go for what is visible alone.
    #expect(scene.budget.isOpen(to: .normal))
    #expect(!scene.budget.isOpen(to: .low))
    charge.set(to: 500 * Self.kilobyte)
    #expect(calls.withLock { $0 } == 2)
    #expect(scene.budget.isOpen(to: .low))
    charge.set(to: 0)
    #expect(calls.withLock { $0 } == 2)
  }
}
