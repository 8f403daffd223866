import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// The index is not what this library wrote.
@Suite struct StoreIndexDamageTests {
  let faulty: FaultyStore

  init() { faulty = FaultyStore() }

  @Test(arguments: FaultyStore.IndexDamage.allCases)
  func `with a damaged index the store starts anew, clears away the old bodies, and says so once`(
    damage: FaultyStore.IndexDamage
  ) async throws {
    for name in ["a", "b", "c"] { #expect(faulty.put(name, BodyLength.file)) }
    faulty.putAll()
    let old = faulty.fileNames.filter { BodyName($0) != nil || PackName($0) != nil }
    #expect(old.count == 5)
    faulty.close()
    try faulty.damageIndex(damage)
    let notices = Notices(faulty.store)
    #expect(!faulty.findAll().contains(.torn))
    #expect(faulty.putAll(version: 2))
    #expect(faulty.findAll(version: 2) == [.right, .right, .right])
    let said = await notices.all(faulty.store)
    #expect(said.count == 1)
    #expect(said.allSatisfy { $0.contains("starts anew") })
    #expect(faulty.fileNames.filter { old.contains($0) }.isEmpty)
    #expect(await faulty.store.statistics().count == 3)
    #expect(await faulty.isSound())
    #expect(faulty.findAll(version: 2) == [.right, .right, .right])
  }

  @Test(arguments: FaultyStore.IndexDamage.allCases)
  func `an index that is damaged while it is in use never leads to a torn body, and is replaced`(
    damage: FaultyStore.IndexDamage
  ) async throws {
    faulty.putAll()
    // All of it in the file, nothing in the log or in memory.
    await faulty.store.trim(to: .max)
    try faulty.damageIndex(damage)
    let notices = Notices(faulty.store)
    faulty.store.endSnapshot()
    #expect(!faulty.findAll().contains(.torn))
    for turn in 0..<20 { _ = faulty.put("\(turn)", BodyLength.inline) }
    for turn in 0..<20 { #expect(faulty.find("\(turn)", BodyLength.inline) != .torn) }
    #expect(await notices.all(faulty.store).count <= 1)
    faulty.reopen()
    #expect(faulty.putAll(version: 2))
    #expect(faulty.findAll(version: 2) == [.right, .right, .right])
    #expect(await faulty.isSound())
  }

  @Test(arguments: [0, 1, 8], [false, true])
  func `a log of garbage, or one cut short, is no way to a torn body`(kept: Int, isGarbage: Bool) async throws {
    faulty.putAll()
    // As after kill -9: the log was not moved into the index. A second store keeps it where it is.
    let other = DiskStore(directory: faulty.directory)
    _ = other.entries(for: StoreKey("a"))
    let saved = try Dictionary(
      uniqueKeysWithValues: faulty.fileNames.map {
        ($0, try Data(contentsOf: faulty.directory.appending(component: $0)))
      })
    let killed = FaultyStore()
    try FileManager.default.createDirectory(at: killed.directory, withIntermediateDirectories: true)
    for (name, bytes) in saved where name != "index.sqlite-shm" {
      try bytes.write(to: killed.directory.appending(component: name))
    }
    let log = try #require(saved["index.sqlite-wal"])
    if isGarbage {
      try killed.overwrite(.log, with: Data(repeating: 0xA5, count: log.count / (kept + 1)), at: log.count * kept / 9)
    } else {
      try killed.cut(.log, by: .bytes(log.count - log.count * kept / 9))
    }
    #expect(!killed.findAll().contains(.torn))
    #expect(killed.putAll(version: 2))
    #expect(killed.findAll(version: 2) == [.right, .right, .right])
    #expect(await killed.isSound())
  }

  @Test func `an index that is damaged again and again is left alone after the third time, and pictures load`()
    async throws
  {
    let bench = try CacheBench()
    bench.serve("/a.png", width: 300, "max-age=3600")
    let notices = Notices(faulty.store)
    let pipeline = bench.restart { $0.diskStore = faulty.store }
    for _ in 0..<6 {
      #expect(try await pipeline.data(for: bench.request("/a.png")).data.count > 0)
      _ = await faulty.store.statistics()
      try faulty.damageIndex(.garbage)
      try? faulty.cut(.log, by: .max)
      faulty.store.endSnapshot()
    }
    #expect(try await pipeline.data(for: bench.request("/a.png")).data.count > 0)
    // Which kinds of trouble it meets depends on who looks first; each is said once.
    let said = await notices.all(faulty.store)
    #expect(said.count == Set(said).count)
    #expect(said.contains { $0.contains("starts anew") })
  }

  @Test func `something else in the place of the index: the store stands aside or starts anew, and says so once`()
    async throws
  {
    faulty.putAll()
    faulty.close()
    let url = try #require(faulty.file(.index))
    try faulty.delete(.index)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    let notices = Notices(faulty.store)
    let isStored = faulty.putAll(version: 2)
    #expect(faulty.findAll(version: 2) == Array(repeating: isStored ? .right : .nothing, count: 3))
    #expect(await notices.all(faulty.store).count == 1)
  }
}
