import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// F38: the directory is removed while the store is in use.
@Suite struct StoreRemovedTests {
  let faulty: FaultyStore

  init() { faulty = FaultyStore(in: Folder.quickPlace) }

  @Test func `F38: removed between writes, the next write makes it anew, with the right sizes`() async throws {
    let notices = Notices(faulty.store)
    for version in 1...3 {
      #expect(faulty.putAll(version: UInt64(version)))
      #expect(faulty.findAll(version: UInt64(version)) == [.right, .right, .right])
      faulty.removeDirectory()
    }
    #expect(faulty.putAll(version: 4))
    #expect(faulty.findAll(version: 4) == [.right, .right, .right])
    #expect(await faulty.store.statistics().count == 3)
    #expect(faulty.bodyNames.count == 1)
    #expect(await notices.all(faulty.store).count <= 1)
    #expect(await faulty.isSound())
    #expect(faulty.findAll(version: 4) == [.right, .right, .right])
  }

  @Test func `F38: removed while nobody writes, a look-up is a miss and no fault`() throws {
    faulty.putAll()
    faulty.reopen()
    #expect(faulty.findAll() == [.right, .right, .right])
    faulty.removeDirectory()
    faulty.store.endSnapshot()
    #expect(faulty.findAll() == [.nothing, .nothing, .nothing])
    #expect(faulty.putAll())
  }

  @Test(arguments: BodyLength.all)
  func `F38: removed while a body is written, that one is lost and the next one is not`(length: Int) async throws {
    for madeAnew in [false, true] {
      faulty.put("before", length)
      let body = FaultyStore.body("a", length)
      let writer = try #require(faulty.writer("a"))
      writer.append(body.prefix(length * 2 / 3))
      faulty.removeDirectory()
      // Somebody else may have made the directory again by the time the body is whole.
      if madeAnew { #expect(faulty.put("other", length)) }
      writer.append(body.suffix(from: body.startIndex + length * 2 / 3))
      let isStored = writer.commit(metadata: []) != nil
      #expect(faulty.find("a", length) == (isStored ? .right : .nothing))
      #expect(faulty.put("a", length))
      #expect(faulty.find("a", length) == .right)
      #expect(faulty.put("b", length))
      #expect(await faulty.isSound())
    }
  }

  @Test(arguments: BodyLength.all, 0..<10)
  func `F38: removed at any step of a write, it heals`(length: Int, step: Int) async throws {
    faulty.put("before", length)
    faulty.removeDirectory(beforeChange: step)
    let isStored = faulty.put("a", length)
    faulty.heal()
    #expect(faulty.find("a", length) != .torn)
    // What was written into a directory that was removed meanwhile is gone with it, committed or not.
    if !isStored { #expect(faulty.find("a", length) == .nothing) }
    #expect(faulty.put("a", length))
    #expect(faulty.put("b", length))
    #expect(faulty.find("a", length) == .right)
    #expect(await faulty.isSound())
    #expect(faulty.find("b", length) == .right)
  }

  @Test func `F38: only the contents removed, or only the log, is no torn body either`() async throws {
    faulty.putAll()
    for name in faulty.fileNames { try FileManager.default.removeItem(at: faulty.directory.appending(component: name)) }
    #expect(faulty.putAll(version: 2))
    #expect(faulty.findAll(version: 2) == [.right, .right, .right])
    try faulty.delete(.log)
    _ = faulty.putAll(version: 3)
    faulty.reopen()
    for (length, found) in zip(BodyLength.all, faulty.findAll(version: 3)) {
      // Without its log an index may be as it was before.
      #expect(found != .torn || faulty.find("\(length)", length, version: 2) == .right)
    }
    #expect(faulty.putAll(version: 4))
    #expect(faulty.findAll(version: 4) == [.right, .right, .right])
  }

  @Test func `F38: through the pipeline every picture comes, before and after`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", width: 300, "max-age=3600")
    let request = try bench.request("/a.png")
    let pipeline = bench.restart()
    #expect(try await pipeline.data(for: request).data.count > 0)
    try FileManager.default.removeItem(at: bench.folder.url)
    for _ in 0..<2 { #expect(try await bench.restart().image(for: request).image.width == 300) }
    try FileManager.default.removeItem(at: bench.folder.url)
    for _ in 0..<2 { #expect(try await pipeline.data(for: request).data.count > 0) }
    // Once each time that it had been removed, and once at first.
    #expect(bench.server.counters.requests == 3)
  }
}
