import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// F38, F39, F41 and other ways in which disks let a store down.
struct StoreFaultTests {
  static let lengths = [2_000, 20_000, 300_000]

  @Test(arguments: lengths, [0, 1, 2]) func `a damaged body is a miss, and is removed`(_ length: Int, _ fault: Int)
    async
  {
    let faulty = FaultyStore()
    faulty.store.put(.sample(length), "a")
    switch fault {
    case 0: faulty.cutBodies()
    case 1: faulty.flipBits()
    default: faulty.removeBodies()
    }
    for _ in 0..<2 { #expect(faulty.store.get("a") == nil) }
    #expect(!faulty.another().has("a"))
    #expect(await faulty.store.statistics().count == 0)
    #expect(faulty.store.put(.sample(length), "a") != nil)
    #expect(faulty.store.get("a") == .sample(length))
  }

  @Test func `verify removes what is damaged and what belongs to nobody`() async throws {
    let faulty = FaultyStore()
    for length in Self.lengths { faulty.store.put(.sample(length), "\(length)") }
    faulty.flipBits()
    for length in Self.lengths { faulty.store.put(.sample(length), "good \(length)") }
    // Behind, it removes what earlier indexes left: a pack of those would be gone before it is counted.
    faulty.store.settle()
    let name = try #require(Folder.bodies(faulty.directory).first)
    let stray = String(name.dropLast(4)) + "ffff"
    try Data(count: 10_000).write(to: faulty.directory.appending(component: stray))
    try Data(count: 10_000).write(to: faulty.directory.appending(component: "pack-00000001"))
    try Data(count: 10).write(to: faulty.directory.appending(component: "not ours"))
    #expect(await faulty.store.verify() == .init(entries: 6, damaged: 3, strays: 2))
    #expect(await faulty.store.verify() == .init(entries: 3, damaged: 0, strays: 0))
    #expect(Folder.names(faulty.directory).contains("not ours"))
    #expect(!Folder.names(faulty.directory).contains(stray))
  }

  /// F39.
  @Test(arguments: lengths) func `a read-only directory stops nothing but the cache, and says so once`(_ length: Int)
    async
  {
    let faulty = FaultyStore()
    faulty.makeReadOnly()
    for seed in 0..<3 {
      #expect(faulty.store.put(.sample(length), "\(seed)") == nil)
      #expect(!faulty.store.has("\(seed)"))
    }
    let notices = await faulty.notices()
    #expect(notices.count == 1)
    #expect(notices.first?.contains("stands aside") == true)
    faulty.heal()
    #expect(faulty.store.put(.sample(length), "a") != nil)
    faulty.makeReadOnly()
    #expect(faulty.store.put(.sample(length), "b") == nil)
    #expect(faulty.store.get("a") == .sample(length))
    faulty.heal()
    #expect(await faulty.store.verify() == .init(entries: 1, damaged: 0, strays: 0))
  }

  @Test func `an index of an older version is made anew, and its bodies are removed`() async {
    let faulty = FaultyStore()
    for length in Self.lengths { faulty.store.put(.sample(length), "\(length)") }
    faulty.setSchemaVersion(0)
    let store = faulty.another()
    #expect(!store.has("2000"))
    #expect(store.put(.sample(20_000), "new") != nil)
    // The sweep runs on the store's queue before this does.
    #expect(await store.statistics().count == 1)
    #expect(Folder.bodies(faulty.directory).isEmpty)
    #expect(Folder.names(faulty.directory).filter { $0.hasPrefix("pack-") }.count == 1)
    // The other one notices that its index was replaced; what it does behind may have begun a snapshot of the old one.
    faulty.store.endSnapshot()
    #expect(faulty.store.get("new") == .sample(20_000))
    #expect(await faulty.notices().filter { $0.contains("starts anew") }.count == 1)
  }

  @Test func `a store without a directory it could make stands aside`() async {
    let store = DiskStore(directory: URL(filePath: "/dev/null/store"))
    #expect(store.makeWriter(for: StoreKey("a"), variant: "", partition: "", label: "") == nil)
    #expect(store.entries(for: StoreKey("a")).isEmpty)
    #expect(await store.statistics().count == 0)
    #expect(await store.list().items.isEmpty)
    let report = await store.verify()
    #expect(report.entries + report.damaged + report.strays == 0)
    #expect(!report.isComplete)
    await store.removeAll()
    await store.trim(to: .zero)
  }
}
