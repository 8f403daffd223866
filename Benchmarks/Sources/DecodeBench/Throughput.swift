import Foundation

/// How much more several threads do than one: one for itself, then all at once, in turn.
struct Throughput {
  let threads: Int
  /// A decode, say.
  let work: @Sendable () -> Void
  /// How often one thread works in a round.
  private let count: Int

  init(threads: Int, work: @escaping @Sendable () -> Void) {
    self.threads = threads
    self.work = work
    work()
    let start = ProcessUse.cpu
    work()
    count = max(1, Int(100_000 / max(ProcessUse.cpu - start, 1)))
  }

  /// Numbers in a cache of the core alone: nothing that threads share but the machine.
  static func countNumbers() {
    var state: UInt64 = 1
    for _ in 0..<2_000_000 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
    }
    precondition(state != 0)
  }

  /// The ratio of the best rounds: whatever else the machine does makes a round slower, never faster. And the share of that
  /// round in which all threads were at work, not waiting.
  func measure(rounds: Int) -> String {
    var one: [Double] = []
    var many: [(wall: Double, busy: Double)] = []
    for _ in 0..<rounds {
      one.append(time(of: 1).wall)
      many.append(time(of: threads))
    }
    guard let single = one.min(), let best = many.min(by: { $0.wall < $1.wall }) else { return "ratio=0 busy=0" }
    return "ratio=\(single * Double(threads) / best.wall) busy=\(best.busy)"
  }

  private func time(of threads: Int) -> (wall: Double, busy: Double) {
    let (start, cpu) = (ProcessUse.wall, ProcessUse.cpu)
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      for _ in 0..<count { work() }
    }
    let wall = ProcessUse.wall - start
    return (wall, (ProcessUse.cpu - cpu) / (wall * Double(threads)))
  }
}
