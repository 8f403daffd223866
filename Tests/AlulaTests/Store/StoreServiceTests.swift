import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// What apps and the command line call.
struct StoreServiceTests {
  private static func filled() -> FaultyStore {
    let faulty = FaultyStore()
    for (index, length) in [500, 3_000, 20_000, 100_000, 300_000, 8_000].enumerated() {
      faulty.store.put(.sample(length), "shared \(index)")
      faulty.store.put(.sample(length, seed: 2), "private \(index)", partition: "account-42")
    }
    return faulty
  }

  @Test func `statistics count what is there and what was asked`() async {
    let faulty = Self.filled()
    _ = faulty.store.get("shared 1")
    _ = faulty.store.get("shared 4")
    _ = faulty.store.get("nothing")
    let statistics = await faulty.store.statistics()
    #expect(statistics.count == 12)
    #expect(statistics.hits == 2)
    #expect(statistics.misses == 1)
    #expect(statistics.limit == .megabytes(250))
    #expect(statistics.bytes > .kilobytes(862) && statistics.bytes < .kilobytes(1_200))
  }

  @Test(arguments: [1, 5, 6, 7, 12, 100]) func `pages list every entry once, oldest first`(_ count: Int) async {
    let faulty = Self.filled()
    var items: [DiskStore.Item] = []
    var position: Int64?
    repeat {
      let page = await faulty.store.list(after: position, count: count)
      #expect(page.items.count <= count)
      items += page.items
      position = page.next
    } while position != nil
    #expect(items.map(\.label) == (0..<6).flatMap { ["shared \($0)", "private \($0)"] })
    #expect(items[4].length == .bytes(20_000))
    #expect(items.allSatisfy { abs($0.stored.timeIntervalSinceNow) < 600 })
    let part = await faulty.store.list(partition: CachePartition("account-42"))
    #expect(part.items.map(\.label) == (0..<6).map { "private \($0)" })
    #expect(part.items.allSatisfy { $0.partition == CachePartition("account-42") })
  }

  @Test func `purging a partition removes its rows and bodies, and nobody else's`() async throws {
    let faulty = Self.filled()
    let secret = Data("a private picture, that must be gone".utf8)
    faulty.store.put(secret, "secret", partition: "account-42")
    faulty.store.put(secret + Data(count: 9_000), "packed secret", partition: "account-42")
    await faulty.store.purge(CachePartition("account-42"))
    #expect(await faulty.store.list().items.map(\.label) == (0..<6).map { "shared \($0)" })
    #expect(Folder.bodies(faulty.directory).count == 1)
    for name in Folder.names(faulty.directory) {
      let bytes = try Data(contentsOf: faulty.directory.appending(component: name))
      #expect(bytes.range(of: secret) == nil, "\(name)")
    }
    for index in 0..<6 { #expect(faulty.store.get("shared \(index)") != nil) }
    #expect(await faulty.store.verify() == .init(entries: 6, damaged: 0, strays: 0))
  }

  @Test(arguments: [1_000, 20_000, 300_000])
  func `what was being written when its partition was purged is not committed`(_ length: Int) async {
    let faulty = FaultyStore()
    let names = ["account-42", "account-43"]
    let writers = names.map { faulty.store.makeWriter(for: StoreKey($0), variant: "", partition: $0, label: $0) }
    for writer in writers { writer?.append(.sample(length)) }
    await faulty.store.purge(CachePartition("account-42"))
    for writer in writers { writer?.append(.sample(length)) }
    #expect(writers.map { $0?.commit(metadata: []) != nil } == [false, true])
    #expect(await faulty.store.verify() == .init(entries: 1, damaged: 0, strays: 0))
  }

  @Test func `removing everything leaves an empty store`() async {
    let faulty = Self.filled()
    await faulty.store.removeAll()
    #expect(await faulty.store.statistics().count == 0)
    #expect(Folder.bodies(faulty.directory).isEmpty)
    #expect(Folder.size(faulty.directory) < 250_000)
    #expect(faulty.store.put(.sample(20_000), "a") != nil)
  }

  @Test func `trimming keeps what was used last`() async {
    let faulty = FaultyStore()
    for seed in 0..<100 { faulty.store.put(.sample(20_000, seed: seed), "\(seed)") }
    #expect(faulty.store.get("3") == .sample(20_000, seed: 3))
    await faulty.store.trim(to: .kilobytes(500))
    #expect(await faulty.store.statistics().bytes <= .kilobytes(500))
    #expect(Folder.size(faulty.directory) <= 600_000)
    #expect(faulty.store.get("3") == .sample(20_000, seed: 3))
    #expect(faulty.store.get("99") == .sample(20_000, seed: 99))
    #expect(!faulty.store.has("4"))
    #expect(await faulty.store.verify().damaged == 0)
  }
}
