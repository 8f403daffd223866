#if os(Linux)
  import AlulaTesting
  import Foundation
  import Glibc
  import Testing

  @testable import Alula

  /// A file system of 2 MiB in memory.
  private final class SmallDisk {
    let url: URL
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      url = folder.url
      guard mount("alula", url.path, "tmpfs", 0, "size=2m,mode=700") == 0 else {
        throw CocoaError(.fileWriteNoPermission)
      }
    }

    deinit { umount2(url.path, Int32(MNT_DETACH)) }

    func remount(readOnly: Bool) -> Bool {
      mount(
        "alula", url.path, "tmpfs", UInt(MS_REMOUNT) | (readOnly ? UInt(MS_RDONLY) : 0), "size=2m")
        == 0
    }

    /// Takes all space that is left.
    func fill() throws {
      let path = url.appending(component: "ballast").path
      let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
      defer { close(file) }
      let block = [UInt8](repeating: 1, count: 4_096)
      while write(file, block, block.count) > 0 {}
    }

    func empty() { unlink(url.appending(component: "ballast").path) }

    static let isAllowed = (try? SmallDisk()) != nil
  }

  // Skipped where this process may not mount a file system (it takes root, and many containers forbid it to root too).
  @Suite(.enabled(if: SmallDisk.isAllowed, "needs the right to mount a tmpfs"))
  struct StoreSmallDiskTests {
    @Test func `F39: a limit larger than the disk: bodies are stored until it is full, then none, then again`()
      async throws
    {
      let disk = try SmallDisk()
      let faulty = FaultyStore(in: disk.url)
      let notices = Notices(faulty.store)
      var stored: [String] = []
      for turn in 0..<12 {
        let length = BodyLength.all[turn % 3]
        if faulty.put("\(turn)", length) { stored.append("\(turn)") }
      }
      #expect(stored.count > 3)
      try disk.fill()
      for length in BodyLength.all { for turn in 100..<110 { _ = faulty.put("\(turn) \(length)", length) } }
      for turn in 0..<12 {
        let expected: FaultyStore.Found = stored.contains("\(turn)") ? .right : .nothing
        #expect(faulty.find("\(turn)", BodyLength.all[turn % 3]) == expected)
      }
      for length in BodyLength.all {
        for turn in 100..<110 { #expect(faulty.find("\(turn) \(length)", length) != .torn) }
      }
      #expect(await notices.all(faulty.store).count == 1)
      let names = faulty.bodyNames
      #expect(names.allSatisfy { BodyName($0) != nil })
      disk.empty()
      await faulty.store.trim(to: .kilobytes(500))
      #expect(faulty.putAll(version: 5))
      #expect(faulty.findAll(version: 5) == [.right, .right, .right])
      #expect(await faulty.isSound())
    }

    @Test func `F39: a disk that is full from the start`() async throws {
      let disk = try SmallDisk()
      let faulty = FaultyStore(in: disk.url)
      try disk.fill()
      let notices = Notices(faulty.store)
      for _ in 0..<3 { #expect(!faulty.putAll()) }
      #expect(faulty.findAll() == [.nothing, .nothing, .nothing])
      #expect(await notices.all(faulty.store).count == 1)
      disk.empty()
      #expect(faulty.putAll())
      #expect(faulty.findAll() == [.right, .right, .right])
      #expect(await faulty.isSound())
    }

    @Test func `F39: pictures load from a full disk and from a read-only one`() async throws {
      let disk = try SmallDisk()
      let faulty = FaultyStore(in: disk.url)
      let bench = try CacheBench()
      for target in ["/a.png", "/b.png", "/c.png"] { bench.serve(target, width: 300, "max-age=3600") }
      let log = Locked([String]())
      let pipeline = bench.restart { configuration in
        configuration.diskStore = faulty.store
        configuration.log = { line in if line.host == "disk" { log.withLock { $0.append(line.state) } } }
      }
      #expect(try await pipeline.data(for: bench.request("/a.png")).data.count > 0)
      try disk.fill()
      for target in ["/a.png", "/b.png"] { #expect(try await pipeline.data(for: bench.request(target)).data.count > 0) }
      // What was stored before is read from the full disk.
      #expect(bench.server.counters(for: "/a.png").requests == 1)
      disk.empty()
      #expect(try await pipeline.data(for: bench.request("/b.png")).data.count > 0)
      #expect(try await pipeline.data(for: bench.request("/b.png")).data.count > 0)
      #expect(bench.server.counters(for: "/b.png").requests == 2)
      _ = await faulty.store.statistics()
      #expect(log.withLock { $0.count } <= 1)
    }

    @Test func `F39: a read-only disk: the store stands aside, says so once, and comes back`() async throws {
      let disk = try SmallDisk()
      let faulty = FaultyStore(in: disk.url)
      #expect(faulty.putAll())
      faulty.close()
      #expect(disk.remount(readOnly: true))
      let notices = Notices(faulty.store)
      for _ in 0..<3 { #expect(!faulty.putAll(version: 2)) }
      #expect(!faulty.findAll().contains(.torn))
      let said = await notices.all(faulty.store)
      #expect(said.count == 1)
      #expect(said.allSatisfy { $0.contains("stands aside") })
      #expect(disk.remount(readOnly: false))
      #expect(faulty.findAll() == [.right, .right, .right])
      #expect(faulty.putAll(version: 3))
      #expect(await faulty.isSound())
    }
  }
#endif
