import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// Another process is in the middle of a write, and does not end.
@Suite struct StoreHeldTests {
  let faulty: FaultyStore

  init() {
    faulty = FaultyStore()
    faulty.putAll()
  }

  private func hold() throws -> SQLiteConnection {
    let other = try SQLiteConnection(path: try #require(faulty.file(.index)).path)
    try other.execute("BEGIN IMMEDIATE")
    return other
  }

  private var isHeld: Bool? {
    faulty.store.writing.withLock { side in
      do throws(StoreFault) { return try side.opened().isHeld } catch { return nil }
    }
  }

  @Test func `what is stored is read, by a store that is opened only now too, and writes wait once`() async throws {
    faulty.close()
    let other = try hold()
    #expect(faulty.findAll() == [.right, .right, .right])
    #expect(await faulty.store.statistics().count == 3)
    for name in ["a", "b", "c"] { #expect(!faulty.put(name, BodyLength.inline)) }
    #expect(isHeld == true)
    #expect(await faulty.notices().count == 1)
    #expect(faulty.findAll() == [.right, .right, .right])
    try other.execute("ROLLBACK")
    // Not waiting is not standing aside: who can write does.
    #expect(faulty.put("a", BodyLength.inline))
    #expect(isHeld == false)
    #expect(faulty.find("a", BodyLength.inline) == .right)
  }

  @Test func `a purge that cannot be says so, and one that is tried again succeeds`() async throws {
    #expect(faulty.put("mine", BodyLength.file, partition: "me"))
    let other = try hold()
    #expect(await faulty.store.purge(CachePartition("me")) == false)
    #expect(await faulty.store.list(partition: CachePartition("me")).items.count == 1)
    try other.execute("ROLLBACK")
    #expect(await faulty.store.purge(CachePartition("me")))
    #expect(await faulty.store.list(partition: CachePartition("me")).items.isEmpty)
  }

  @Test func `a body file that cannot be deleted is no purge, until it can be`() async throws {
    #expect(faulty.put("mine", BodyLength.file, partition: "me"))
    faulty.store.settle()
    let entry = try #require(faulty.store.entries(for: StoreKey("mine")).first)
    let path = faulty.store.folder.body(try #require(entry.file))
    // A directory in its place: root cannot unlink it either.
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let removal = await faulty.store.purged(CachePartition("me"))
    #expect(removal.entries == 1)
    #expect(removal.failure == "1 file of the disk cache could not be deleted.")
    try FileManager.default.removeItem(atPath: path)
    #expect(await faulty.store.purge(CachePartition("me")))
  }
}
