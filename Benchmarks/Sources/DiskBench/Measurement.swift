import Foundation

/// Fills a folder, or runs batches as they are asked for and says what each took.
struct Measurement<Client: DiskClient> {
  let folder: URL
  let row: Row

  func fill() async throws {
    var client = Client(folder: folder, row: row)
    var bodies = Bodies(size: row.size)
    for number in 0..<row.entries { try await client.write(bodies.body(number), number) }
  }

  /// For each line "go": a batch, and a line with its microseconds. At the end of input: all CPU time that belongs to the batches,
  /// what was done behind them and at closing included.
  func run() async throws {
    var left = 0.0
    let start = Clock.cpu
    try await batches { unmeasured in left += unmeasured }
    print("cpu=\(Clock.cpu - start - left)")
  }

  private func batches(_ leaveOut: (Double) -> Void) async throws {
    var client = Client(folder: folder, row: row)
    var bodies = Bodies(size: row.size)
    var noise = Noise(seed: 7)
    var order: [Int] = []
    var next = row.entries
    while readLine() != nil {
      let before = Clock.cpu
      if order.count < row.batch { order = (0..<max(row.entries, 1)).shuffled(using: &noise) }
      let numbers = row.isReading ? Array(order.suffix(row.batch)) : Array(next..<next + row.batch)
      let made = row.isReading ? [] : numbers.map { bodies.body($0) }
      order.removeLast(min(order.count, row.batch))
      leaveOut(Clock.cpu - before)
      let wall = Clock.wall
      for (index, number) in numbers.enumerated() {
        if row.work == .open { client = Client(folder: folder, row: row) }
        if row.isReading {
          try check(await client.read(number), number)
        } else {
          try await client.write(made[index], number)
        }
      }
      let taken = Clock.wall - wall
      next += row.isReading ? 0 : row.batch
      if row.work == .write {
        let removing = Clock.cpu
        for number in numbers { client.remove(number) }
        leaveOut(Clock.cpu - removing)
      }
      print("wall=\(taken)")
      fflush(nil)
    }
  }

  private func check(_ body: Data?, _ number: Int) throws {
    guard let body, body.count == row.size, Bodies.number(of: body) == number else {
      throw CocoaError(.fileReadCorruptFile)
    }
  }
}

extension Row {
  var isReading: Bool { work == .read || work == .open || work == .whole }
}

/// Microseconds.
enum Clock {
  static var cpu: Double { time(CLOCK_PROCESS_CPUTIME_ID) }
  static var wall: Double { time(CLOCK_MONOTONIC) }

  private static func time(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }
}
