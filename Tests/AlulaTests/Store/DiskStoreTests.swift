import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// Entries, bodies, writers.
struct DiskStoreTests {
  /// In the index, in the pack and in files, on both sides of every border; and whole blocks of the checksum.
  static let lengths = [
    0, 1, 2_047, 2_048, 2_049, 4_096, 4_097, 20_000, 262_143, 262_144, 262_145, 524_288, 2_000_000,
  ]

  @Test(arguments: lengths) func `what was committed is read back, now and after a restart`(_ length: Int) throws {
    let faulty = FaultyStore()
    let body = Data.sample(length)
    let entry = try #require(faulty.store.put(body, "a", metadata: [9, 8, 7]))
    #expect(entry.length == length)
    for store in [faulty.store, faulty.another()] {
      let found = try #require(store.entries(for: StoreKey("a")).first)
      #expect(found.id == entry.id)
      #expect(found.metadata == [9, 8, 7])
      #expect(found.label == "a")
      #expect(found.digest == ContentDigest.of(body))
      #expect(store.body(of: found) == body)
    }
  }

  @Test(arguments: [
    [1], [1_000], [65_536], [262_144], [262_143, 2], [300_000, 1, 262_144, 7], [16_384, 400_000],
  ]) func `a body may come in pieces of any size`(_ sizes: [Int]) {
    let faulty = FaultyStore()
    let body = Data.sample(sizes == [1] ? 270_000 : 1_400_001)
    let writer = faulty.store.makeWriter(for: StoreKey("a"), variant: "", partition: "", label: "")
    var rest = body[...]
    for turn in 0... {
      let piece = rest.prefix(sizes[turn % sizes.count])
      guard !piece.isEmpty else { break }
      writer?.append(piece)
      rest = rest.dropFirst(piece.count)
    }
    #expect(writer?.commit(metadata: [])?.digest == ContentDigest.of(body))
    #expect(faulty.another().get("a") == body)
  }

  @Test func `the pieces of the network become large ones of the disk`() {
    let written = Locked([Int]())
    let hooks = StoreHooks(refusal: { change in
      if case .write(let bytes) = change { written.withLock { $0.append(bytes) } }
      return 0
    })
    let faulty = FaultyStore()
    DiskStore(directory: faulty.directory, hooks: hooks).put(.sample(1_000_000), "a", pieces: 16_384)
    #expect(written.withLock(\.self) == [262_144, 262_144, 262_144, 213_568])
    #expect(faulty.another().get("a") == .sample(1_000_000))
  }

  @Test(arguments: lengths) func `equal bytes have equal digests however they come`(_ length: Int) {
    let body = Data.sample(length)
    let faulty = FaultyStore()
    let whole = faulty.store.put(body, "a")
    let pieces = faulty.store.put(body, "b", pieces: 99_999)
    #expect(whole?.digest == pieces?.digest)
    #expect(whole?.digest != faulty.store.put(Data.sample(length, seed: 2), "c")?.digest || length == 0)
  }

  @Test(arguments: [100, 20_000, 300_000]) func `a writer that does not commit leaves nothing`(_ length: Int) async {
    let faulty = FaultyStore()
    faulty.store.put(Data.sample(300_000), "kept")
    let before = await faulty.store.statistics()
    do {
      let writer = faulty.store.makeWriter(for: StoreKey("a"), variant: "", partition: "", label: "")
      writer?.append(Data.sample(length))
    }
    #expect(!faulty.store.has("a"))
    #expect(Folder.bodies(faulty.directory).count == 1)
    #expect(await faulty.store.statistics().count == 1)
    #expect(await faulty.store.statistics().bytes <= before.bytes + .bytes(8_192))
    #expect(await faulty.store.verify().strays == 0)
  }

  @Test(arguments: [100, 20_000, 300_000]) func `a new body takes the place of the old one of its variant`(
    _ length: Int
  ) async {
    let faulty = FaultyStore()
    let old = Data.sample(length)
    let new = Data.sample(length + 5_000, seed: 2)
    faulty.store.put(old, "a")
    let other = faulty.store.put(old, "a", variant: "other")
    faulty.store.put(new, "a")
    let entries = faulty.store.entries(for: StoreKey("a"))
    #expect(entries.map(\.variant) == ["", "other"])
    #expect(entries.map { faulty.store.body(of: $0) } == [new, old])
    #expect(entries.last?.id == other?.id)
    #expect(await faulty.store.statistics().count == 2)
    #expect(await faulty.store.verify() == .init(entries: 2, damaged: 0, strays: 0))
  }

  @Test func `who reads a body keeps reading it while it is replaced`() throws {
    let faulty = FaultyStore()
    let old = Data.sample(300_000)
    faulty.store.put(old, "a")
    let name = try #require(Folder.bodies(faulty.directory).first)
    let reader = try FileHandle(forReadingFrom: faulty.directory.appending(component: name))
    faulty.store.put(Data.sample(300_000, seed: 2), "a")
    #expect(try reader.readToEnd() == old)
    #expect(Folder.bodies(faulty.directory).count == 1)
  }

  @Test func `new metadata leaves the body, and a gone entry takes none`() throws {
    let faulty = FaultyStore()
    let body = Data.sample(20_000)
    let entry = try #require(faulty.store.put(body, "a"))
    #expect(faulty.store.update(entry, metadata: Array(repeating: 5, count: 3_000)))
    let found = try #require(faulty.store.entries(for: StoreKey("a")).first)
    #expect(found.metadata == Array(repeating: 5, count: 3_000))
    #expect(found.id == entry.id)
    #expect(faulty.store.body(of: found) == body)
    faulty.store.remove(entry)
    #expect(!faulty.store.update(entry, metadata: []))
    #expect(faulty.store.body(of: entry) == nil)
  }

  @Test func `removing a key removes all its variants`() async {
    let faulty = FaultyStore()
    for (index, length) in [10, 20_000, 300_000].enumerated() {
      faulty.store.put(.sample(length), "a", variant: "\(index)")
      faulty.store.put(.sample(length), "b", variant: "\(index)")
    }
    faulty.store.remove(StoreKey("a"))
    #expect(!faulty.store.has("a"))
    #expect(faulty.store.entries(for: StoreKey("b")).count == 3)
    #expect(Folder.bodies(faulty.directory).count == 1)
  }

  @Test func `notes are kept beside the entries`() {
    let faulty = FaultyStore()
    #expect(faulty.store.note("a") == nil)
    faulty.store.setNote("a", [1])
    faulty.store.setNote("a", [2, 3])
    #expect(faulty.store.note("a") == [2, 3])
    #expect(faulty.another().note("a") == [2, 3])
  }

  @Test func `metadata without bounds is refused, and nothing is left`() {
    let faulty = FaultyStore()
    #expect(faulty.store.put(.sample(300_000), "a", metadata: Array(repeating: 0, count: 1_000_000)) == nil)
    #expect(Folder.bodies(faulty.directory).isEmpty)
    #expect(!faulty.store.has("a"))
  }

  @Test func `nothing is made before the store is used`() {
    let faulty = FaultyStore()
    #expect(Folder.names(faulty.directory).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: faulty.directory.path))
  }

  /// F20, F22: nothing of a URL gets into a name.
  @Test(arguments: [
    "https://example.com/%00/%2F/%2E%2E%2F", "../../../etc/passwd",
    "https://e.com/" + String(repeating: "a", count: 2_000),
    "https://e.com/a." + String(repeating: "x", count: 500), "a\u{0}b", "",
  ]) func `whatever the key is, names are ours and short`(_ key: String) {
    let faulty = FaultyStore()
    let body = Data.sample(300_000)
    #expect(faulty.store.put(body, key) != nil)
    #expect(faulty.another().get(key) == body)
    let names = Folder.names(faulty.directory)
    #expect(names.allSatisfy { $0.utf8.count <= 64 })
    #expect(Folder.bodies(faulty.directory).count == 1)
    #expect(names.allSatisfy { $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) } })
  }
}
