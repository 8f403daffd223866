import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// Retries of one host are limited, whoever asks.
@Suite struct RetryBudgetTests {
  private let clock = ManualClock()
  private let budget: RetryBudget

  init() { budget = RetryBudget(time: CacheTime(wall: { Date() }, steady: { [clock] in clock.now.offset })) }

  private func spent(_ host: String = "a") -> Int { (0..<1000).prefix { _ in budget.spend(host) }.count }

  @Test func `ten at once, and each host has its own`() {
    #expect(spent() == 10 && spent() == 0)
    #expect(spent("b") == 10)
  }

  @Test(arguments: [(9, 0), (10, 1), (55, 5), (1000, 10)])
  func `ten requests earn one more, ten at most`(requests: Int, retries: Int) {
    #expect(spent() == 10)
    for _ in 0..<requests { budget.earn("a") }
    #expect(spent() == retries)
  }

  @Test(arguments: [(9, 0), (10, 1), (35, 3), (10_000, 10)])
  func `ten seconds earn one more, ten at most`(seconds: Int, retries: Int) {
    #expect(spent() == 10)
    clock.advance(by: .seconds(seconds))
    #expect(spent() == retries)
  }

  @Test func `more hosts than can be remembered get no retries, until others have theirs back`() {
    for host in 0..<1000 { #expect(budget.spend("\(host)")) }
    #expect(!budget.spend("one more"))
    clock.advance(by: .seconds(10))
    #expect(budget.spend("one more"))
  }

  @Test(arguments: [LoopbackResponse.status(503), .raw("", ending: .resets)])
  func `F15: 200 pictures of a host that is gone cost 30 requests more at most`(answer: LoopbackResponse) async throws {
    let bench = try LoadingBench {
      $0.network.retry = RetryPolicy()
      $0.retryPacing.sleep = { _ in }
      $0.time.steady = { .zero }
    }
    bench.server.onEverythingElse { _ in answer }
    await withTaskGroup { group in
      for number in 0..<200 { group.addTask { #expect(await bench.failure("/\(number).png") != nil) } }
    }
    let requests = bench.server.counters.requests
    #expect((210...230).contains(requests), "\(requests)")
  }
}
