import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// The file of the bodies of middle size: its holes, and what is moved.
struct StorePackTests {
  @Test func `a large body costs about its own size of small ones, wherever those lie`() {
    let faulty = FaultyStore(limits: .init(size: .megabytes(8)))
    for seed in 0..<2_200 { faulty.store.put(.sample(3_000), "\(seed)") }
    // The order of use has nothing to do with the places.
    var random = SeededGenerator(seed: 5)
    for seed in (0..<2_200).shuffled(using: &random) { _ = faulty.store.get("\(seed)") }
    for seed in 2_200..<2_400 { faulty.store.put(.sample(3_000), "\(seed)") }
    let names = (0..<2_400).map { "\($0)" }.filter { faulty.store.has($0) }
    #expect(faulty.store.put(.sample(250_000), "large") != nil)
    #expect(faulty.store.get("large") == .sample(250_000))
    let left = names.filter { faulty.store.has($0) }.count
    #expect(left > names.count * 8 / 10, "\(left) of \(names.count)")
    #expect(faulty.store.contradictions(in: faulty.directory) == [])
  }

  /// Steps are transactions: each of them copies a body, and keeps others from writing.
  @Test func `purging a partition takes steps by what it holds, not by what lies beside it`() async {
    let faulty = FaultyStore()
    var random = SeededGenerator(seed: 9)
    for seed in 0..<800 {
      let length = 2_100 + Int.random(in: 0..<60_000, using: &random)
      faulty.store.put(.sample(length, seed: seed), "\(seed)", partition: seed % 5 == 0 ? "p" : "")
    }
    let before = faulty.store.version.withLock { $0.changes }
    await faulty.store.purge(CachePartition("p"))
    let steps = faulty.store.version.withLock { $0.changes } - before
    #expect(steps < 20, "\(steps) steps")
    #expect(await faulty.store.statistics().count == 640)
    #expect(faulty.store.contradictions(in: faulty.directory) == [])
  }

  @Test func `after a purge nothing is left of what its partition ever held`() async throws {
    let faulty = FaultyStore()
    let secret = Data((0..<8_000).map { _ in UInt8(0xC3) })
    faulty.store.put(.sample(20_000), "before")
    for length in [1_900, 8_000, 300_000] {
      faulty.store.put(
        length == 300_000 ? Data(repeating: 0xC3, count: length) : secret.prefix(length), "\(length)", partition: "p")
    }
    faulty.store.put(.sample(20_000), "behind")
    // Replaced, removed, and partly written over by others.
    faulty.store.put(.sample(10), "1900", partition: "p")
    faulty.store.remove(StoreKey("8000"))
    faulty.store.put(.sample(5_000), "other")
    await faulty.store.purge(CachePartition("p"))
    for name in Folder.names(faulty.directory) {
      let bytes = try Data(contentsOf: faulty.directory.appending(component: name))
      #expect(bytes.range(of: secret.prefix(500)) == nil, "\(name)")
    }
    #expect(faulty.store.get("before") == .sample(20_000))
    #expect(faulty.store.get("other") == .sample(5_000))
  }

  @Test func `counting anew what a pack holds takes a look at each extent, not at each pair`() async throws {
    let faulty = FaultyStore(limits: .init(count: 1_000))
    faulty.store.put(.sample(3_000), "a")
    let plan = try #require(
      faulty.store.write { index throws(StoreFault) in
        var plan: [String] = []
        try index.connection.statement("EXPLAIN QUERY PLAN " + StoreIndex.lostExtents).each { plan.append($0.text(3)) }
        return plan
      })
    #expect(!plan.contains { $0.contains("SCAN entries") })
  }
}
