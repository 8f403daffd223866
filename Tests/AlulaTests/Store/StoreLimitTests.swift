import Alula
import AlulaTesting
import Foundation
import Testing

/// Size, count, age and order.
struct StoreLimitTests {
  /// F42: the limit is kept at every write, not now and then.
  @Test(arguments: [1_000_000, 4_000_000, 12_000_000]) func `three times the limit never takes more than the limit`(
    _ limit: Int
  ) async {
    let faulty = FaultyStore(limits: .init(size: .bytes(limit)))
    var written = 0
    var largest = 0
    var seed = 0
    while written < 3 * limit {
      seed += 1
      let length = [500, 3_000, 20_000, 60_000, 150_000, 9_000][seed % 6] + seed
      #expect(faulty.store.put(.sample(length, seed: seed), "\(seed)", pieces: 50_000) != nil)
      written += length
      largest = max(largest, Folder.size(faulty.directory))
    }
    #expect(largest <= limit)
    #expect(largest > limit / 2)
    let report = await faulty.store.verify()
    #expect(report.damaged == 0 && report.strays == 0 && report.entries > 10)
  }

  /// F42: a process that lives two seconds.
  @Test func `a store that is opened for each write keeps the limit`() {
    let faulty = FaultyStore(limits: .init(size: .bytes(1_500_000)))
    for seed in 0..<60 {
      #expect(faulty.another().put(.sample(40_000 + seed * 2_000, seed: seed), "\(seed)") != nil)
      #expect(Folder.size(faulty.directory) <= 1_500_000)
    }
    #expect(faulty.store.has("59"))
    #expect(!faulty.store.has("0"))
  }

  /// What small bodies gave up is given back to the disk.
  @Test(arguments: [
    (1_000, 300_000), (20_000, 300_000), (300_000, 1_000), (1_000, 50_000), (50_000, 1_000), (20_000, 100_000),
  ])
  func `the limit is kept when the sizes change`(_ first: Int, _ then: Int) async {
    let limit = 3_000_000
    let faulty = FaultyStore(limits: .init(size: .bytes(limit)))
    var largest = 0
    for (length, name) in [(first, "first"), (then, "then")] {
      for seed in 0..<limit / length * 3 / 2 {
        #expect(faulty.store.put(.sample(length, seed: seed), "\(name) \(seed)") != nil)
        if seed % 20 == 0 || length > 100_000 { largest = max(largest, Folder.size(faulty.directory)) }
      }
    }
    // While one index page after the other is given back, the log may take as much as one entry does.
    #expect(largest <= limit + max(first, then))
    let statistics = await faulty.store.statistics()
    #expect(statistics.bytes <= .bytes(limit))
    #expect(statistics.count * then > limit / 3)
    #expect(await faulty.store.verify().damaged == 0)
  }

  /// F44.
  @Test(arguments: [3_000, 100_000, 400_000]) func `what was read lately stays, what was not goes`(_ length: Int) {
    let faulty = FaultyStore(limits: .init(size: .megabytes(4), count: 3))
    for name in ["A", "B", "C"] { faulty.store.put(.sample(length), name) }
    #expect(faulty.store.get("A") != nil)
    faulty.store.put(.sample(length), "D")
    #expect(["A", "B", "C", "D"].filter { faulty.store.has($0) } == ["A", "C", "D"])
  }

  @Test func `what was read before a restart stays`() {
    let faulty = FaultyStore(limits: .init(size: .megabytes(4), count: 3))
    do {
      let store = faulty.another()
      for name in ["A", "B", "C"] { store.put(.sample(10_000), name) }
      #expect(store.get("A") != nil)
      // What it does behind holds it for as long as that takes.
      store.settle()
    }
    faulty.store.put(.sample(10_000), "D")
    #expect(faulty.store.has("A"))
    #expect(!faulty.store.has("B"))
  }

  @Test func `no more entries than the count limit`() async {
    let faulty = FaultyStore(limits: .init(count: 10))
    for seed in 0..<50 { faulty.store.put(.sample(100 * seed), "\(seed)") }
    #expect(await faulty.store.statistics().count == 10)
    #expect(faulty.store.has("40"))
    #expect(!faulty.store.has("39"))
  }

  @Test(arguments: [Int.max, 1_000, 60_000]) func `an entry larger than the limit is refused and evicts nothing`(
    _ pieces: Int
  ) async {
    let faulty = FaultyStore(limits: .init(size: .bytes(2_000_000)))
    for seed in 0..<5 { faulty.store.put(.sample(50_000, seed: seed), "\(seed)") }
    let large = Data.sample(2_100_000)
    if pieces == Int.max {
      #expect(faulty.store.put(large, "large") == nil)
      #expect(await faulty.store.statistics().count == 5)
    } else {
      // Its length is known too late to spare the others.
      #expect(faulty.store.put(large, "large", pieces: pieces) == nil)
    }
    #expect(Folder.bodies(faulty.directory).isEmpty)
    #expect(faulty.store.put(.sample(50_000), "again") != nil)
    #expect(await faulty.store.verify().strays == 0)
  }

  @Test func `what is being written counts`() {
    let limit = 3_000_000
    let faulty = FaultyStore(limits: .init(size: .bytes(limit)))
    let writers = (0..<4).map { faulty.store.makeWriter(for: StoreKey("\($0)"), variant: "", partition: "", label: "") }
    for _ in 0..<30 {
      for writer in writers { writer?.append(.sample(50_000)) }
      #expect(Folder.size(faulty.directory) <= limit)
    }
    _ = writers.map { $0?.commit(metadata: []) }
    #expect(Folder.size(faulty.directory) <= limit)
  }

  @Test func `an entry not used within the age limit is gone`() async {
    let faulty = FaultyStore(limits: .init(age: .seconds(7 * 86_400)))
    faulty.store.put(.sample(1_000), "old")
    faulty.store.put(.sample(1_000), "used")
    faulty.moveClock(by: .seconds(5 * 86_400))
    #expect(faulty.store.get("used") != nil)
    faulty.moveClock(by: .seconds(3 * 86_400))
    #expect(!faulty.store.has("old"))
    faulty.store.put(.sample(1_000), "new")
    #expect(await faulty.store.statistics().count == 2)
    #expect(faulty.store.has("used"))
  }

  @Test func `a clock that is set back, or forth and back, wipes nothing`() {
    let faulty = FaultyStore(limits: .init(age: .seconds(7 * 86_400)))
    for seed in 0..<10 { faulty.store.put(.sample(1_000), "\(seed)") }
    faulty.moveClock(by: .seconds(-400 * 86_400))
    for seed in 0..<10 {
      #expect(faulty.store.get("\(seed)") != nil)
      faulty.store.put(.sample(1_000), "more \(seed)")
    }
    faulty.moveClock(by: .seconds(6 * 86_400))
    for seed in 0..<10 { #expect(faulty.store.has("\(seed)")) }
  }

  @Test func `without an age limit a clock that jumps ahead wipes nothing`() {
    let faulty = FaultyStore()
    faulty.store.put(.sample(1_000), "a")
    faulty.moveClock(by: .seconds(4_000 * 86_400))
    faulty.store.put(.sample(1_000), "b")
    #expect(faulty.store.has("a"))
  }

  /// After an update of the app, say.
  @Test(arguments: [1_000, 20_000, 300_000])
  func `a limit that was made smaller holds once the store is open`(_ length: Int) async {
    let faulty = FaultyStore(limits: .init(size: .megabytes(8)))
    for seed in 0..<4_000_000 / length { faulty.store.put(.sample(length, seed: seed), "\(seed)") }
    let smaller = faulty.another(limits: .init(size: .bytes(1_000_000), count: 100))
    _ = smaller.has("0")
    smaller.settle()
    #expect(Folder.size(faulty.directory) <= 1_000_000)
    let statistics = await smaller.statistics()
    #expect(statistics.count <= 100 && statistics.count > 0)
    #expect(smaller.get("\(4_000_000 / length - 1)") != nil)
  }

  @Test(arguments: [DiskStore.Limits(size: .zero), .init(count: 0), .init(count: -1), .init(size: .bytes(-5))])
  func `with a limit of nothing, nothing is stored`(_ limits: DiskStore.Limits) async {
    let faulty = FaultyStore(limits: limits)
    for length in [0, 1_000, 20_000, 300_000] { #expect(faulty.store.put(.sample(length), "\(length)") == nil) }
    #expect(Folder.names(faulty.directory).isEmpty)
    #expect(await faulty.store.statistics().count == 0)
    #expect(await faulty.notices().isEmpty)
  }
}
