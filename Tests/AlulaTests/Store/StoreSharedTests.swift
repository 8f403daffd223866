import AlulaTesting
import Dispatch
import Foundation
import Testing

@testable import Alula

/// What others do to the directory meanwhile, and what was read from it a moment ago.
struct StoreSharedTests {
  @Test func `opening a store while another one writes finds no fault in its index`() async {
    let faulty = FaultyStore()
    faulty.store.put(.sample(20_000), "kept")
    let isOver = Locked(false)
    let said = Locked([String]())
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      guard thread == 1 else {
        var seed = 0
        while !isOver.withLock({ $0 }) {
          seed += 1
          // The pack ends elsewhere after each of them.
          faulty.store.put(.sample(3_000 + seed % 7 * 4_096), "changing")
          faulty.store.remove(StoreKey("changing"))
        }
        return
      }
      for _ in 0..<300 {
        let store = faulty.another()
        store.onNotice { text in said.withLock { $0.append(text) } }
        _ = store.has("kept")
        store.settle()
      }
      isOver.withLock { $0 = true }
    }
    #expect(said.withLock { $0.filter { $0.contains("anew") } } == [])
    #expect(faulty.store.get("kept") == .sample(20_000))
  }

  /// The index was made anew since: its numbers begin with one again.
  @Test(arguments: [1_000, 20_000, 300_000])
  func `an entry of an index that is no more does nothing to the one that has its number now`(_ length: Int) throws {
    let faulty = FaultyStore()
    let old = try #require(faulty.store.put(.sample(length), "a"))
    faulty.removeDirectory()
    let new = try #require(faulty.store.put(.sample(length, seed: 2), "a", metadata: [7]))
    #expect(new.id == old.id)
    #expect(!faulty.store.update(old, metadata: [1]))
    #expect(faulty.store.body(of: old) == nil)
    #expect(faulty.store.get("a") == .sample(length, seed: 2))
    faulty.store.remove(old)
    #expect(faulty.store.get("a") == .sample(length, seed: 2))
    #expect(faulty.store.entries(for: StoreKey("a")).first?.metadata == [7])
  }

  @Test func `what cannot be read through a pack that was replaced is no damage`() throws {
    let faulty = FaultyStore()
    faulty.store.put(.sample(20_000), "a")
    faulty.store.settle()
    let pack = try #require(Folder.names(faulty.directory).first { $0.hasPrefix("pack-") })
    try FileManager.default.removeItem(at: faulty.directory.appending(component: pack))
    let other = faulty.another()
    #expect(other.put(.sample(20_000, seed: 2), "b") != nil)
    faulty.store.endSnapshot()
    #expect(faulty.store.get("b") == .sample(20_000, seed: 2))
    #expect(other.get("b") == .sample(20_000, seed: 2))
  }

  @Test func `a process that was stopped while it read does not let the store grow over its limit`() throws {
    let limit = 2_000_000
    let faulty = FaultyStore(limits: .init(size: .bytes(limit)))
    faulty.store.put(.sample(1_000), "first")
    let stopped = try SQLiteConnection(path: faulty.directory.appending(component: "index.sqlite").path)
    try stopped.execute("BEGIN")
    _ = try stopped.number("SELECT count(*) FROM entries")
    var largest = 0
    for seed in 0..<300 {
      faulty.store.put(.sample([1_000, 20_000][seed % 2], seed: seed), "\(seed)")
      largest = max(largest, Folder.size(faulty.directory))
    }
    #expect(largest <= limit)
    try stopped.execute("COMMIT")
    #expect(faulty.store.put(.sample(20_000), "last") != nil)
    #expect(faulty.store.get("last") == .sample(20_000))
  }

  @Test func `what was read of an index that is no more says nothing about the one in its place`() throws {
    let faulty = FaultyStore()
    for name in ["a", "b"] { faulty.store.put(.sample(1_000), name) }
    _ = faulty.store.write { index throws(StoreFault) in
      try index.connection.execute("UPDATE entries SET digest = x'00' WHERE label = 'a'")
    }
    #expect(faulty.store.has("b"))
    faulty.removeDirectory()
    let other = faulty.another()
    #expect(other.put(.sample(1_000), "c") != nil)
    // Within a snapshot of the old one.
    #expect(!faulty.store.has("a"))
    #expect(other.get("c") == .sample(1_000))
    faulty.store.endSnapshot()
    #expect(faulty.store.get("c") == .sample(1_000))
  }

  /// For want of a descriptor, say.
  @Test func `a session that cannot be looked at counts as one that lives`() throws {
    let faulty = FaultyStore()
    faulty.store.put(.sample(1_000), "a")
    let folder = faulty.store.folder
    try FileManager.default.createDirectory(atPath: folder.slot(5), withIntermediateDirectories: false)
    #expect(SessionSlot.isTaken(5, in: folder))
    #expect(!SessionSlot.isTaken(6, in: folder))
    #expect(!SessionSlot.isTaken(-1, in: folder))
  }

  @Test func `a link in the place of the index is removed, and what it points to is left alone`() throws {
    let faulty = FaultyStore()
    let outside = FaultyStore()
    try FileManager.default.createDirectory(at: outside.directory, withIntermediateDirectories: true)
    // Ours, which its lock says: elsewhere the link is left alone as well.
    faulty.store.put(.sample(1_000), "before")
    faulty.close()
    try faulty.delete(.index)
    let other = outside.directory.appending(component: "other")
    for bytes in [Data(), nil] {
      if let bytes { try bytes.write(to: other) } else { try FileManager.default.removeItem(at: other) }
      let index = faulty.directory.appending(component: "index.sqlite")
      try FileManager.default.createSymbolicLink(at: index, withDestinationURL: other)
      let store = faulty.another()
      #expect(store.put(.sample(1_000), "a") != nil)
      #expect(store.get("a") == .sample(1_000))
      #expect((try? Data(contentsOf: other)) == bytes)
      #expect(Folder.names(outside.directory) == (bytes == nil ? [] : ["other"]))
      try FileManager.default.removeItem(at: index)
    }
  }

  @Test func `a label as long as a picture is refused, and costs nobody else's entries`() {
    let faulty = FaultyStore()
    faulty.store.put(.sample(1_000), "a")
    let long = String(repeating: "x", count: 5_000_000)
    for (variant, partition, label) in [(long, "", ""), ("", long, ""), ("", "", long)] {
      let writer = faulty.store.makeWriter(
        for: StoreKey("b"), variant: variant, partition: partition, label: label)
      writer?.append(.sample(1_000))
      #expect(writer?.commit(metadata: []) == nil)
    }
    faulty.store.setNote(long, [1])
    #expect(faulty.store.get("a") == .sample(1_000))
  }
}
