import Foundation

/// Fills a folder, or runs batches as they are asked for and says what each took.
struct Measurement<Client: DiskClient> {
  let folder: URL
  let row: Row
  private var client: Client?
  private var bodies: Bodies
  private var noise = Noise(seed: 7)
  /// Entries that are to be read, the next ones last.
  private var order: [Int] = []
  /// The first number that is not there.
  private var next: Int
  /// CPU time that belongs to no batch.
  private var unmeasured = 0.0

  init(folder: URL, row: Row) {
    self.folder = folder
    self.row = row
    bodies = Bodies(size: row.size)
    next = row.entries
  }

  mutating func fill() async throws {
    var client = Client(folder: folder, row: row)
    for number in 0..<row.entries { try await client.write(bodies.body(number), number) }
  }

  /// For each line of input a batch, and a line with its microseconds. At the end of input: all CPU time of the batches, what was done
  /// behind them and at closing included.
  mutating func run() async throws {
    client = Client(folder: folder, row: row)
    let start = Clock.cpu
    while readLine() != nil {
      let taken =
        switch row.work {
        case .read, .whole: try await readBatch()
        case .open: try await openBatch()
        case .write, .evict: try await writeBatch()
        }
      print("wall=\(taken)")
      fflush(nil)
    }
    client = nil
    print("cpu=\(Clock.cpu - start - unmeasured)")
  }

  private mutating func readBatch() async throws -> Double {
    let numbers = nextNumbers()
    let start = Clock.wall
    for number in numbers { try await read(number) }
    return Clock.wall - start
  }

  private mutating func openBatch() async throws -> Double {
    var taken = 0.0
    for number in nextNumbers() {
      client = nil
      let start = Clock.wall
      client = Client(folder: folder, row: row)
      try await read(number)
      taken += Clock.wall - start
    }
    return taken
  }

  private mutating func writeBatch() async throws -> Double {
    let range = next..<next + row.batch
    next += row.batch
    let making = Clock.cpu
    let made = range.map { (number: $0, body: bodies.body($0)) }
    unmeasured += Clock.cpu - making
    let start = Clock.wall
    for entry in made { try await client?.write(entry.body, entry.number) }
    let taken = Clock.wall - start
    guard row.isRemoved else { return taken }
    let removing = Clock.cpu
    for number in range { client?.remove(number) }
    unmeasured += Clock.cpu - removing
    return taken
  }

  private mutating func nextNumbers() -> [Int] {
    let start = Clock.cpu
    if order.count < row.batch { order = (0..<row.entries).shuffled(using: &noise) }
    let numbers = Array(order.suffix(row.batch))
    order.removeLast(row.batch)
    unmeasured += Clock.cpu - start
    return numbers
  }

  private mutating func read(_ number: Int) async throws {
    guard let body = try await client?.read(number), body.count == row.size, Bodies.number(of: body) == number else {
      throw CocoaError(.fileReadCorruptFile)
    }
  }
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
