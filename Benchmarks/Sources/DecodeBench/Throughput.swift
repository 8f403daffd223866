import Foundation

/// How much more several threads decode than one: one for itself, then all at once, in turn.
struct Throughput {
  let threads: Int
  let picture: Picture
  /// Decodes of one thread in a round.
  private let count: Int

  init(threads: Int, picture: Picture) throws {
    self.threads = threads
    self.picture = picture
    _ = try picture.decode()
    let start = ProcessUse.cpu
    _ = try picture.decode()
    count = max(1, Int(100_000 / max(ProcessUse.cpu - start, 1)))
  }

  /// The ratio of the best rounds: whatever else the machine does makes a round slower, never faster.
  func measure(rounds: Int) -> String {
    var one: [Double] = []
    var many: [Double] = []
    for _ in 0..<rounds {
      one.append(wall(of: 1))
      many.append(wall(of: threads))
    }
    let best = (one: one.min() ?? 0, many: many.min() ?? 1)
    return "ratio=\(best.one * Double(threads) / best.many)"
  }

  private func wall(of threads: Int) -> Double {
    let start = ProcessUse.wall
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      // It has decoded in `init`.
      for _ in 0..<count { _ = try? picture.decode() }
    }
    return ProcessUse.wall - start
  }
}
