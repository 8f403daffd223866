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

  /// F38.
  @Test(arguments: lengths) func `a directory removed while it is used is made again`(_ length: Int) async {
    let faulty = FaultyStore()
    faulty.store.put(.sample(length), "a")
    #expect(faulty.store.has("a"))
    faulty.removeDirectory()
    #expect(faulty.store.put(.sample(length), "b") != nil)
    #expect(faulty.store.get("b") == .sample(length))
    #expect(!faulty.store.has("a"))
    #expect(await faulty.store.statistics().count == 1)
    #expect(await faulty.notices().count <= 1)
  }

  /// F38.
  @Test func `a directory removed in the middle of a write loses that write alone`() async {
    let faulty = FaultyStore()
    let writer = faulty.store.makeWriter(for: StoreKey("a"), variant: "", partition: "", label: "")
    writer?.append(.sample(300_000))
    faulty.removeDirectory()
    writer?.append(.sample(300_000))
    #expect(writer?.commit(metadata: []) == nil)
    #expect(faulty.store.put(.sample(300_000), "b") != nil)
    #expect(Folder.bodies(faulty.directory).count == 1)
    #expect(await faulty.store.verify() == .init(entries: 1, damaged: 0, strays: 0))
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
    faulty.makeWritable()
    #expect(faulty.store.put(.sample(length), "a") != nil)
    faulty.makeReadOnly()
    #expect(faulty.store.put(.sample(length), "b") == nil)
    #expect(faulty.store.get("a") == .sample(length))
    faulty.makeWritable()
    #expect(await faulty.store.verify() == .init(entries: 1, damaged: 0, strays: 0))
  }

  /// F39.
  @Test(arguments: lengths, [0, 10_000, 150_000])
  func `a full disk stores nothing, half of nothing, and goes on when there is space`(
    _ length: Int, _ room: Int
  ) async {
    let faulty = FaultyStore()
    faulty.store.put(.sample(length), "before")
    faulty.fill(after: .bytes(room))
    for seed in 0..<80 {
      guard faulty.store.put(.sample(length), "\(seed)", pieces: 40_000) != nil else { continue }
      #expect(faulty.store.get("\(seed)") == .sample(length))
    }
    #expect(faulty.store.put(.sample(length), "80") == nil)
    #expect(faulty.store.get("before") == .sample(length))
    #expect(await faulty.notices().count == 1)
    faulty.makeSpace()
    #expect(faulty.store.put(.sample(length), "after") != nil)
    let report = await faulty.store.verify()
    #expect(report.damaged == 0 && report.strays == 0)
  }

  @Test(arguments: [true, false]) func `a damaged index is made anew`(_ isOpen: Bool) async {
    let faulty = FaultyStore()
    for length in Self.lengths { faulty.store.put(.sample(length), "\(length)") }
    faulty.damageIndex()
    let store = isOpen ? faulty.store : faulty.another()
    for length in Self.lengths {
      if let body = store.get("\(length)") { #expect(body == .sample(length)) }
    }
    for length in Self.lengths { store.put(.sample(length, seed: 2), "new \(length)") }
    for length in Self.lengths { store.put(.sample(length, seed: 2), "new \(length)") }
    for length in Self.lengths { #expect(store.get("new \(length)") == .sample(length, seed: 2)) }
    #expect(await store.verify().damaged == 0)
    #expect(Folder.bodies(faulty.directory).count == 1)
    let notices =
      await faulty.notices() + [
        isOpen
          ? ""
          : await {
            _ = await store.statistics(); return ""
          }()
      ]
    #expect(notices.contains { $0.contains("starts anew") } || isOpen == false)
  }

  @Test func `an index of another version is made anew, and its bodies are removed`() async {
    let faulty = FaultyStore()
    for length in Self.lengths { faulty.store.put(.sample(length), "\(length)") }
    faulty.setSchemaVersion(99)
    let store = faulty.another()
    #expect(!store.has("2000"))
    #expect(store.put(.sample(20_000), "new") != nil)
    // The sweep runs on the store's queue before this does.
    #expect(await store.statistics().count == 1)
    #expect(Folder.bodies(faulty.directory).isEmpty)
    #expect(Folder.names(faulty.directory).filter { $0.hasPrefix("pack-") }.count == 1)
    // The other one notices that its index was replaced.
    #expect(faulty.store.get("new") == .sample(20_000))
    #expect(await faulty.notices().filter { $0.contains("starts anew") }.count == 1)
  }

  @Test(arguments: [
    "UPDATE entries SET file = '../../etc/passwd', place = NULL", "UPDATE entries SET file = 'index.sqlite'",
    "UPDATE entries SET length = 1 << 60", "UPDATE entries SET length = -1", "UPDATE entries SET digest = x'00'",
    "UPDATE entries SET key = x'00'", "UPDATE entries SET metadata = zeroblob(50000000)",
    "UPDATE entries SET place = -5",
    "UPDATE entries SET place = 1 << 62, file = NULL", "UPDATE entries SET size = -(1 << 62)",
    "UPDATE extents SET blocks = 1 << 62",
    "UPDATE extents SET entry = 77", "DELETE FROM extents", "UPDATE extents SET start = start + 7",
    "UPDATE totals SET next = 1 << 62", "UPDATE totals SET files = 1 << 62", "UPDATE totals SET packEnd = 1 << 62",
    "UPDATE totals SET packUsed = 1 << 40", "DELETE FROM totals", "INSERT INTO pending VALUES ('../x', 5, '', -9)",
    "INSERT INTO doomed VALUES ('../../x')", "UPDATE bodies SET bytes = zeroblob(5000000)",
    "UPDATE entries SET used = -used",
    "UPDATE entries SET usedAt = 1 << 62",
  ]) func `an index that somebody wrote cannot lead outside, nor end the process`(_ statement: String) async {
    let faulty = FaultyStore()
    for length in Self.lengths { faulty.store.put(.sample(length), "\(length)") }
    _ = faulty.store.write { index throws(StoreFault) in try index.connection.execute(statement) }
    let before = Folder.names(URL(filePath: "/etc")).count
    for store in [faulty.store, faulty.another()] {
      for length in Self.lengths {
        if let body = store.get("\(length)") { #expect(body == .sample(length)) }
        store.put(.sample(length, seed: 3), "new \(length)")
      }
      _ = await store.verify()
      _ = await store.list()
      await store.trim(to: .kilobytes(300))
      store.put(.sample(20_000), "last")
    }
    #expect(Folder.names(URL(filePath: "/etc")).count == before)
    let store = faulty.another()
    store.put(.sample(20_000), "last")
    #expect(store.get("last") == .sample(20_000))
  }

  @Test func `a store without a directory it could make stands aside`() async {
    let store = DiskStore(directory: URL(filePath: "/dev/null/store"))
    #expect(store.makeWriter(for: StoreKey("a"), variant: "", partition: "", label: "") == nil)
    #expect(store.entries(for: StoreKey("a")).isEmpty)
    #expect(await store.statistics().count == 0)
    #expect(await store.list().items.isEmpty)
    #expect(await store.verify() == .init())
    await store.removeAll()
    await store.trim(to: .zero)
  }
}
