import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// What is not ours is never removed, and nothing is changed beside it.
@Suite struct StoreOwnerTests {
  enum Stranger: CaseIterable, Sendable { case otherApplication, otherTables, noTables, text, nothing, link }

  let faulty: FaultyStore

  init() throws {
    faulty = FaultyStore()
    try FileManager.default.createDirectory(at: faulty.directory, withIntermediateDirectories: true)
  }

  private var index: URL { faulty.directory.appending(component: "index.sqlite") }

  private func make(_ stranger: Stranger) throws {
    switch stranger {
    case .text: try Data("my notes".utf8).write(to: index)
    case .nothing: try Data().write(to: index)
    case .link:
      try FileManager.default.createSymbolicLink(at: index, withDestinationURL: URL(filePath: "/etc/hostname"))
    case .otherApplication, .otherTables, .noTables:
      try Data().write(to: index)
      let connection = try SQLiteConnection(path: index.path)
      let application = stranger == .otherApplication ? 77 : 0
      try connection.execute("PRAGMA application_id = \(application); PRAGMA user_version = 3")
      if stranger != .noTables { try connection.execute("CREATE TABLE mine(x); INSERT INTO mine VALUES (1)") }
    }
  }

  /// Names, and what is in the files, but for what readers share while they read.
  private func contents() -> [String: Data?] {
    Dictionary(
      uniqueKeysWithValues: faulty.fileNames.filter { $0 != "index.sqlite-shm" }.map {
        ($0, try? Data(contentsOf: faulty.directory.appending(component: $0)))
      })
  }

  private func useAll(_ store: DiskStore) async {
    #expect(store.put(.sample(1_000), "a") == nil)
    #expect(!store.has("a"))
    #expect(await store.statistics().count == 0)
    #expect(await store.list().items.isEmpty)
    _ = await store.verify()
    await store.trim(to: .zero)
    #expect(await store.purge(CachePartition("me")) == false)
    #expect(await store.removeAll() == false)
  }

  @Test(arguments: Stranger.allCases)
  func `an index that is not ours: the store stands aside, says which file that is, and changes nothing`(
    stranger: Stranger
  ) async throws {
    try make(stranger)
    for name in ["lock", "pack-12345678"] {
      try Data("mine".utf8).write(to: faulty.directory.appending(component: name))
    }
    let before = contents()
    await useAll(faulty.store)
    let notices = await faulty.notices()
    #expect(notices.count == 1)
    #expect(notices.first?.contains("index.sqlite there is not Alula's: nothing was changed.") == true)
    faulty.close()
    #expect(contents() == before)
    #expect(DiskStore.presence(in: faulty.directory) == .closed(StoreFault.foreignIndex.reason))
  }

  @Test func `a database of somebody else is left alone even in a directory that was ours`() async throws {
    #expect(faulty.putAll())
    faulty.close()
    for name in faulty.fileNames where name.hasPrefix("index") {
      try FileManager.default.removeItem(at: faulty.directory.appending(component: name))
    }
    try make(.otherTables)
    let before = contents()
    await useAll(faulty.store)
    faulty.close()
    #expect(contents()["index.sqlite"] == before["index.sqlite"])
    #expect(faulty.bodyNames.count == 1)
  }

  @Test(arguments: [false, true])
  func `an index of a newer version stays, and who had it open stands aside too`(isOpen: Bool) async throws {
    #expect(faulty.putAll())
    let other = faulty.another()
    #expect(other.put(.sample(1_000), "b") != nil)
    other.setSchemaVersion(Int(StoreSchema.version) + 1)
    if isOpen {
      // What it meets there reads like damage.
      let fault = StoreFault(.damaged, "a column is missing")
      let result: Void? = faulty.store.write { _ throws(StoreFault) in throw fault }
      #expect(result == nil)
    } else {
      await other.trim(to: .max)
      faulty.close()
    }
    let names = Set(faulty.bodyNames)
    await useAll(faulty.another())
    #expect(Set(faulty.bodyNames) == names)
    #expect(names.count == 1)
    other.setSchemaVersion(Int(StoreSchema.version))
    // Into the file itself.
    await other.trim(to: .max)
    faulty.reopen()
    #expect(faulty.findAll() == [.right, .right, .right])
  }

  @Test func `a pack of somebody else in a directory that was never ours stays when a store is made there`()
    async throws
  {
    let pack = faulty.directory.appending(component: "pack-12345678")
    try Data("mine".utf8).write(to: pack)
    #expect(DiskStore.presence(in: faulty.directory) == .absent)
    #expect(faulty.putAll())
    faulty.store.settle()
    #expect(try Data(contentsOf: pack) == Data("mine".utf8))
  }

  @Test(arguments: FaultyStore.IndexDamage.allCases)
  func `who only looks finds a damaged index as it is, and leaves it so`(damage: FaultyStore.IndexDamage) async throws {
    #expect(faulty.putAll())
    faulty.close()
    try faulty.damageIndex(damage)
    let before = contents()
    let store = DiskStore(lookingInto: faulty.directory)
    let notices = Notices(store)
    #expect(await store.list().items.isEmpty)
    #expect(await store.knownStatistics() == nil)
    #expect(await notices.all(store).count == 1)
    #expect(contents() == before)
  }

  @Test func `who only looks sees what is there`() async throws {
    #expect(faulty.putAll())
    let store = DiskStore(lookingInto: faulty.directory)
    #expect(await store.list().items.count == 3)
    #expect(await store.statistics().bytes == faulty.store.statistics().bytes)
    #expect(store.put(.sample(1_000), "a") == nil)
  }
}
