import AlulaTesting
import Foundation
import Testing

@testable import Alula

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// F39: there is no space, or no right to write.
@Suite struct StoreFullTests {
  let faulty: FaultyStore

  init() { faulty = FaultyStore(in: Folder.quickPlace) }

  @Test(arguments: BodyLength.all, [0, 100, 4_096, 60_000, 200_000, 399_999])
  func `F39: a full disk keeps nothing half, and writes resume when there is space`(length: Int, space: Int)
    async throws
  {
    let notices = Notices(faulty.store)
    #expect(faulty.put("old", length))
    faulty.fill(after: .bytes(space))
    let isStored = [faulty.put("a", length), faulty.put("old", length, version: 2), faulty.put("b", length)]
    #expect(!isStored.contains(true) || space > length)
    #expect(faulty.find("a", length) == (isStored[0] ? .right : .nothing))
    #expect(faulty.find("old", length, version: isStored[1] ? 2 : 1) == .right)
    #expect(faulty.bodyNames.allSatisfy { BodyName($0) != nil })
    let said = await notices.all(faulty.store)
    #expect(said.count == (isStored.contains(false) ? 1 : 0))
    #expect(said.allSatisfy { $0.contains("stores nothing for now") })
    let full = await faulty.store.statistics()
    #expect(full.count == 1 + (isStored[0] ? 1 : 0) + (isStored[2] ? 1 : 0))
    faulty.heal()
    for name in ["a", "b", "old"] { #expect(faulty.put(name, length, version: 3)) }
    for name in ["a", "b", "old"] { #expect(faulty.find(name, length, version: 3) == .right) }
    #expect(await notices.all(faulty.store) == said)
    #expect(await faulty.isSound())
  }

  @Test(arguments: [ENOSPC, EDQUOT, EFBIG, EROFS, EACCES, EPERM, EIO])
  func `whatever the system answers, nothing is stored, it is said once, and work goes on afterwards`(code: Int32)
    async throws
  {
    for opensBefore in [true, false] {
      let faulty = FaultyStore()
      if opensBefore { faulty.putAll() }
      let notices = Notices(faulty.store)
      faulty.refuseChanges(code)
      for _ in 0..<3 { #expect(!faulty.put("a", BodyLength.file) && !faulty.put("b", BodyLength.inline)) }
      #expect(faulty.find("a", BodyLength.file) == .nothing)
      if opensBefore { #expect(faulty.findAll() == [.right, .right, .right]) }
      #expect(await notices.all(faulty.store).count == 1)
      faulty.heal()
      #expect(faulty.putAll(version: 2))
      #expect(await faulty.isSound())
    }
  }

  @Test func `a store that is full of small bodies takes one of middle size, at the cost of some, not of all`()
    async throws
  {
    let faulty = FaultyStore(limits: .init(size: .megabytes(1)))
    for turn in 0..<600 { faulty.put("small \(turn)", 3_000) }
    let before = await faulty.store.statistics().count
    #expect(faulty.put("middle", BodyLength.packed))
    #expect(faulty.find("middle", BodyLength.packed) == .right)
    #expect(await faulty.store.statistics().count > before / 3)
    #expect(await faulty.isSound())
  }

  @Test func `room reserved for a body that failed on a full disk is free again when there is space`() async throws {
    #expect(faulty.put("a", BodyLength.inline))
    let before = await faulty.store.statistics().bytes
    let writer = try #require(faulty.writer("b"))
    writer.append(FaultyStore.body("b", BodyLength.file))
    #expect(await faulty.store.statistics().bytes > before)
    // The index too can not be changed while the writer gives up.
    let other = try SQLiteConnection(path: try #require(faulty.file(.index)).path)
    try other.execute("BEGIN IMMEDIATE")
    faulty.fill()
    writer.append(FaultyStore.body("b", BodyLength.file))
    try other.execute("ROLLBACK")
    faulty.heal()
    #expect(faulty.put("c", BodyLength.inline))
    #expect(faulty.bodyNames.isEmpty)
    #expect(await faulty.store.statistics().bytes.bytes < before.bytes + BodyLength.file / 2)
  }

  @Test func `something else in the place of the directory: the store stands aside, says so once, and comes back`()
    async throws
  {
    for opensBefore in [false, true] {
      let faulty = FaultyStore()
      if opensBefore { faulty.putAll() }
      try faulty.blockDirectory()
      let notices = Notices(faulty.store)
      for _ in 0..<3 { #expect(!faulty.putAll()) }
      faulty.store.endSnapshot()
      #expect(faulty.find("a", BodyLength.file) == .nothing)
      let said = await notices.all(faulty.store)
      #expect(said.count == 1)
      #expect(said.allSatisfy { $0.contains("stands aside") })
      try faulty.unblockDirectory()
      #expect(faulty.putAll())
      #expect(faulty.findAll() == [.right, .right, .right])
      #expect(await faulty.isSound())
    }
  }

  @Test func `F39: pictures load while the disk is full, the log says so once, and later ones are stored`() async throws
  {
    let bench = try CacheBench()
    for target in ["/a.png", "/b.png", "/c.png"] { bench.serve(target, width: 300, "max-age=3600") }
    faulty.fill()
    let log = Locked([String]())
    let pipeline = bench.restart { configuration in
      configuration.diskStore = faulty.store
      configuration.log = { line in if line.host == "disk" { log.withLock { $0.append(line.state) } } }
    }
    for target in ["/a.png", "/b.png", "/a.png"] {
      #expect(try await pipeline.image(for: bench.request(target)).image.width == 300)
    }
    _ = await faulty.store.statistics()
    #expect(log.withLock { $0.count } == 1)
    #expect(faulty.bodyNames.isEmpty)
    faulty.heal()
    #expect(try await pipeline.image(for: bench.request("/c.png")).image.width == 300)
    let requests = bench.server.counters.requests
    let later = bench.restart { $0.diskStore = faulty.reopen() }
    #expect(try await later.image(for: bench.request("/c.png")).image.width == 300)
    #expect(bench.server.counters.requests == requests)
  }

  @Test func `F39: pictures load where the directory cannot be made, and the log says so once`() async throws {
    let bench = try CacheBench()
    bench.serve("/a.png", width: 300, "max-age=3600")
    try faulty.blockDirectory()
    let log = Locked([String]())
    for _ in 0..<2 {
      let pipeline = bench.restart { configuration in
        configuration.diskStore = faulty.store
        configuration.log = { line in if line.host == "disk" { log.withLock { $0.append(line.state) } } }
      }
      for _ in 0..<2 { #expect(try await pipeline.data(for: bench.request("/a.png")).data.count > 0) }
      _ = await faulty.store.statistics()
    }
    // Each of the two pipelines has a log of its own.
    #expect(log.withLock { $0.count } == 2)
  }
}
