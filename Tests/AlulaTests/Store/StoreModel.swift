import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// What a store should hold, in memory, beside one or two stores over one directory: random changes of both, from a seed.
struct StoreModel {
  struct Key: Hashable {
    let name: String
    let variant: String
  }

  struct Value {
    let body: Data
    var metadata: [UInt8]
  }

  let seed: UInt64
  let directory: URL
  let limits: DiskStore.Limits
  private(set) var stores: [DiskStore]
  private(set) var step = 0
  private var random: SeededGenerator
  private var values: [Key: Value] = [:]
  private let clock = Locked(Duration.zero)
  /// Bodies that are being written.
  private var writers: [StoreWriter] = []

  init(seed: UInt64, stores: Int, in place: URL) {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    let size =
      [ByteCount.bytes(1_000_000), .bytes(1_400_000), .megabytes(3), .megabytes(8), .max]
      .randomElement(using: &random) ?? .max
    limits = .init(
      size: size, count: Bool.random(using: &random) ? 25 : 100_000,
      age: Bool.random(using: &random) ? .seconds(86_400) : nil)
    directory = place.appending(component: "alula-model-\(UUID().uuidString)", directoryHint: .isDirectory)
    self.random = random
    self.stores = []
    self.stores = (0..<stores).map { _ in open() }
  }

  private func open() -> DiskStore {
    let hooks = StoreHooks(now: { [clock] in Date() + Double(clock.withLock { $0 }.components.seconds) })
    return DiskStore(directory: directory, limits: limits, hooks: hooks)
  }

  private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private static func partition(_ name: String) -> String { ["", "p", "q"][(Int(name) ?? 0) % 3] }

  private mutating func length() -> Int {
    switch below(20) {
    case 0: [0, 1, 2_048, 2_049, 4_096, 8_192, 262_144, 262_145][below(8)]
    case 1..<7: below(2_049)
    case 7..<12: 2_049 + below(8_000)
    case 12..<18: 2_049 + below(70_000)
    case 18: 100_000 + below(160_000)
    default: 262_145 + below(150_000)
    }
  }

  /// One random change, or look.
  mutating func turn() async {
    step += 1
    let store = stores[below(stores.count)]
    // Another store's changes are seen 50 ms later otherwise.
    for store in stores { store.endSnapshot() }
    let key = Key(name: "\(below(60))", variant: below(4) == 0 ? "v" : "")
    switch below(100) {
    case 0..<50: put(key, into: store)
    case 50..<70: look(key.name, in: store)
    case 70..<78: update(key, in: store)
    case 78..<86: remove(key, from: store)
    case 86..<89: begin(in: store)
    case 89: writers.removeAll()
    case 90..<94: await sweep(store)
    case 94..<96: reopen(below(stores.count))
    case 96: if limits.age != nil { clock.withLock { $0 += .seconds(20_000) } }
    default: look(key.name, in: store)
    }
    if step % 5 == 0 || limits.size != .max { expectWithinLimit() }
    if step % 40 == 0 { expectSound(store) }
  }

  private mutating func put(_ key: Key, into store: DiskStore) {
    let value = Value(
      body: .sample(length(), seed: step), metadata: Array(repeating: UInt8(step & 255), count: metadataLength()))
    let writer = store.makeWriter(
      for: StoreKey(key.name), variant: key.variant, partition: Self.partition(key.name), label: key.name)
    let piece = 1 + below(200_000)
    for start in stride(from: 0, to: value.body.count, by: piece) {
      writer?.append(Data(value.body[start..<min(value.body.count, start + piece)]))
    }
    if below(12) == 0 { return }
    guard writer?.commit(metadata: value.metadata) != nil else {
      // Others hold what there is, or it is larger than anything may be.
      return expect(limits.size != .max, "was refused")
    }
    values[key] = value
    let found = store.entries(for: StoreKey(key.name)).first { $0.variant == key.variant }
    expect(found.flatMap { store.body(of: $0) } == value.body, "is not there after it was stored")
  }

  private mutating func metadataLength() -> Int { below(30) == 0 ? below(150_000) : below(400) }

  /// Everything under a name is what was written, and nothing is there that was removed.
  private mutating func look(_ name: String, in store: DiskStore) {
    let entries = store.entries(for: StoreKey(name))
    for entry in entries {
      let value = values[Key(name: name, variant: entry.variant)]
      expect(entry.metadata == value?.metadata, "has metadata that nobody gave it")
      expect(entry.partition == Self.partition(name) && entry.label == name, "is somebody else's")
      expect(store.body(of: entry) == value?.body, "has another body")
    }
    for key in values.keys where key.name == name && !entries.contains(where: { $0.variant == key.variant }) {
      expect(limits.size != .max || limits.count < 100 || limits.age != nil, "is gone for no reason")
      values[key] = nil
    }
  }

  private mutating func update(_ key: Key, in store: DiskStore) {
    guard let entry = store.entries(for: StoreKey(key.name)).first(where: { $0.variant == key.variant }) else { return }
    let metadata = Array(repeating: UInt8(step & 255), count: metadataLength())
    if store.update(entry, metadata: metadata) { values[key]?.metadata = metadata }
  }

  private mutating func remove(_ key: Key, from store: DiskStore) {
    if below(2) == 0 {
      store.remove(StoreKey(key.name))
      for known in values.keys where known.name == key.name { values[known] = nil }
      return expect(store.entries(for: StoreKey(key.name)).isEmpty, "is there after it was removed")
    }
    guard let entry = store.entries(for: StoreKey(key.name)).first(where: { $0.variant == key.variant }) else { return }
    store.remove(entry)
    values[key] = nil
  }

  private mutating func begin(in store: DiskStore) {
    guard writers.count < 3, let writer = store.makeWriter(for: StoreKey("w"), variant: "", partition: "q", label: "")
    else { return }
    writer.append(.sample(1 + below(400_000), seed: step))
    writers.append(writer)
  }

  private mutating func sweep(_ store: DiskStore) async {
    switch below(8) {
    case 0:
      await store.removeAll()
      values = [:]
    case 1..<4:
      let name = ["", "p", "q"][below(3)]
      await store.purge(CachePartition(name))
      for key in values.keys where Self.partition(key.name) == name { values[key] = nil }
      expect(await store.list(partition: CachePartition(name)).items.isEmpty, "was purged")
    case 4..<6: await store.trim(to: .bytes(below(3_000_000)))
    default:
      let report = await store.verify()
      expect(report.damaged == 0 && report.strays == 0, "\(report)")
    }
    for key in values.keys where store.entries(for: StoreKey(key.name)).allSatisfy({ $0.variant != key.variant }) {
      values[key] = nil
    }
  }

  private mutating func reopen(_ number: Int) {
    writers.removeAll()
    stores[number].settle()
    stores[number] = open()
  }

  private func expect(_ isTrue: Bool, _ what: String) {
    #expect(isTrue, "seed \(seed), step \(step), \(stores.count) stores: \(what)")
  }

  private func expectWithinLimit() {
    guard limits.size != .max else { return }
    let size = Folder.size(directory)
    expect(size <= limits.size.bytes, "\(size) bytes are taken of \(limits): \(Folder.sizes(directory))")
  }

  private func expectSound(_ store: DiskStore) {
    let found = store.contradictions(in: directory)
    expect(found.isEmpty, found.joined(separator: ", "))
  }

  /// After the last change: all of it, before and after a restart.
  mutating func end() {
    writers.removeAll()
    for turn in 0..<2 {
      for store in stores { store.endSnapshot() }
      for number in 0..<60 { look("\(number)", in: stores[turn % stores.count]) }
      expectSound(stores[0])
      for store in stores { store.settle() }
      let count = stores.count
      stores = []
      stores = (0..<count).map { _ in open() }
    }
    expectWithinLimit()
    for store in stores { store.settle() }
    stores = []
    try? FileManager.default.removeItem(at: directory)
  }
}
