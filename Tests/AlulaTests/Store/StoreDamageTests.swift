import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// F41: what lies on the disk is not what was written.
@Suite struct StoreDamageTests {
  enum Damage: CaseIterable { case cut, emptied, flippedFirst, flipped, deleted, grown, replacedByLink }

  let faulty: FaultyStore

  init() { faulty = FaultyStore() }

  private func apply(_ damage: Damage, to part: FaultyStore.Part) throws {
    let url = try #require(faulty.file(part))
    switch damage {
    case .cut: try faulty.cut(part, by: .bytes(10))
    case .emptied: try faulty.cut(part, by: .max)
    case .flippedFirst: try faulty.flipByte(of: part, at: 0)
    case .flipped: try faulty.flipByte(of: part)
    case .deleted: try faulty.delete(part)
    case .grown: try faulty.overwrite(part, with: Data(count: 1), at: Data(contentsOf: url).count)
    case .replacedByLink:
      let other = faulty.directory.deletingLastPathComponent().appending(component: "elsewhere")
      try? FileManager.default.removeItem(at: other)
      try FileManager.default.moveItem(at: url, to: other)
      try FileManager.default.createSymbolicLink(at: url, withDestinationURL: other)
    }
  }

  @Test(arguments: Damage.allCases, [true, false])
  func `F41: a damaged body file is a miss, and is cleaned up`(damage: Damage, reopens: Bool) async throws {
    #expect(faulty.put("a", BodyLength.file))
    if reopens { faulty.close() }
    try apply(damage, to: .body)
    #expect(faulty.find("a", BodyLength.file) == .nothing)
    #expect(faulty.store.entries(for: StoreKey("a")).isEmpty)
    #expect(faulty.bodyNames.isEmpty)
    #expect(await faulty.isSound())
    #expect(faulty.put("a", BodyLength.file))
    #expect(faulty.find("a", BodyLength.file) == .right)
    #expect(await faulty.isSound())
  }

  // One byte more, or a link, changes nothing of what a pack holds.
  @Test(arguments: [Damage.cut, .emptied, .flippedFirst, .flipped, .deleted], [true, false])
  func `F41: damage to the pack costs the bodies that it hit, and no others`(damage: Damage, reopens: Bool) async throws
  {
    let names = ["a", "b", "c"]
    for name in names { #expect(faulty.put(name, BodyLength.packed)) }
    #expect(faulty.put("other", BodyLength.inline))
    if reopens { faulty.close() }
    try apply(damage, to: .pack)
    let found = names.map { faulty.find($0, BodyLength.packed) }
    switch damage {
    case .cut: #expect(found == [.right, .right, .nothing])
    case .flippedFirst: #expect(found == [.nothing, .right, .right])
    case .flipped: #expect(found == [.right, .nothing, .right])
    case .emptied: #expect(found == [.nothing, .nothing, .nothing])
    // Who has it open can still read it, until that is noticed.
    default: #expect(found.allSatisfy { $0 == .nothing || !reopens && $0 == .right })
    }
    #expect(faulty.find("other", BodyLength.inline) == .right)
    for name in names where faulty.find(name, BodyLength.packed) == .nothing {
      #expect(faulty.store.entries(for: StoreKey(name)).isEmpty)
    }
    faulty.reopen()
    for name in names { #expect(faulty.find(name, BodyLength.packed) != .torn) }
    #expect(await faulty.isSound())
    for name in names { #expect(faulty.put(name, BodyLength.packed, version: 2)) }
    for name in names { #expect(faulty.find(name, BodyLength.packed, version: 2) == .right) }
  }

  @Test func `a pack replaced by a link leads nowhere: the store stands aside`() async throws {
    faulty.put("a", BodyLength.packed)
    faulty.close()
    try apply(.replacedByLink, to: .pack)
    let notices = Notices(faulty.store)
    #expect(!faulty.put("b", BodyLength.packed))
    #expect(!faulty.put("b", BodyLength.packed))
    #expect(faulty.find("a", BodyLength.packed) == .nothing)
    #expect(await notices.all(faulty.store).count == 1)
  }

  @Test func `F41: a row whose file is gone is a miss, and its room is free again`() async throws {
    for name in ["a", "b", "c"] { faulty.put(name, BodyLength.file) }
    let full = await faulty.store.statistics()
    faulty.close()
    for name in faulty.bodyNames { try FileManager.default.removeItem(at: faulty.directory.appending(component: name)) }
    for name in ["a", "b", "c"] { #expect(faulty.find(name, BodyLength.file) == .nothing) }
    let empty = await faulty.store.statistics()
    #expect(empty.count == 0)
    #expect(empty.bytes.bytes <= full.bytes.bytes - 3 * BodyLength.file)
    #expect(await faulty.isSound())
  }

  @Test func `verify finds the damaged body that nobody asked for`() async throws {
    faulty.putAll()
    try faulty.flipByte(of: .body)
    try faulty.flipByte(of: .pack)
    let report = await faulty.store.verify()
    #expect(report.entries == 3)
    #expect(report.damaged == 2)
    #expect(faulty.findAll() == [.right, .nothing, .nothing])
    #expect(await faulty.isSound())
  }

  @Test func `F41: a damaged picture is fetched again, never shown`() async throws {
    let bench = try CacheBench()
    // Over 128 KB: a file of its own.
    let body = SampleImages.png(width: 300, height: 300)
    #expect(body.count > 128 * 1_024)
    bench.server.on(
      "/a.png",
      LoopbackResource(.bytes(body), type: "image/png", etag: "\"v\"", headers: ["Cache-Control": "max-age=60"]))
    let request = try bench.request("/a.png")
    #expect(try await Array(bench.restart().data(for: request).data) == body)
    let names = try FileManager.default.contentsOfDirectory(atPath: bench.folder.url.path)
    let name = try #require(names.first { BodyName($0) != nil })
    let file = try FileHandle(forUpdating: bench.folder.url.appending(component: name))
    try file.truncate(atOffset: UInt64(body.count - 10))
    try file.close()
    #expect(try await Array(bench.restart().data(for: request).data) == body)
    #expect(try await Array(bench.restart().data(for: request).data) == body)
    #expect(bench.server.requests(to: "/a.png").count == 2)
    #expect(bench.conditional("/a.png") == 0)
  }
}
