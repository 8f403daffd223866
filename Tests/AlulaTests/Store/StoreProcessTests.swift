#if os(Linux)
  import AlulaTesting
  import Foundation
  import Glibc
  import Testing

  @testable import Alula

  /// Several processes, and limits that only another process can have. `Scripts/soak-store` kills many more.
  @Suite(.serialized) struct StoreProcessTests {
    /// Beside the test bundle.
    private static let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(component: "StoreProcess").path

    private static func run(_ words: String..., limit: Int = 4_000_000) throws -> ChildProcess {
      try ChildProcess(program, words.prefix(2) + ["\(limit)"] + words.dropFirst(2))
    }

    @Test func `two processes and this one share a directory`() async throws {
      let limit = 4_000_000
      let faulty = FaultyStore(limits: .init(size: .bytes(limit)))
      let others = [
        try Self.run("write", faulty.directory.path, "1", limit: limit),
        try Self.run("write", faulty.directory.path, "2", limit: limit),
      ]
      var largest = 0
      var stored = 0
      for seed in 0..<300 {
        let body = Data.sample([900, 20_000, 200_000][seed % 3], seed: seed)
        if faulty.store.put(body, "mine \(seed)") != nil { stored += 1 }
        if let found = faulty.store.get("mine \(seed)") { #expect(found == body) }
        largest = max(largest, Folder.size(faulty.directory))
      }
      // They end by themselves only when they read what nobody wrote.
      for other in others { #expect(try other.kill() == SIGKILL) }
      let said = await faulty.notices()
      // How many depends on the machine: one that waited for another process for two seconds is not stored.
      #expect(stored > 0, "\(said)")
      // One entry; and one that is counted twice, since it is renamed while the directory is looked at.
      #expect(largest <= limit + 2 * 900_000)
      let report = await faulty.store.verify()
      #expect(report.damaged == 0 && report.strays == 0)
      #expect(Folder.size(faulty.directory) <= limit)
    }

    /// F41.
    @Test(arguments: 0..<3) func `a killed process leaves nothing behind`(_ round: Int) async throws {
      let faulty = FaultyStore(limits: .init(size: .bytes(4_000_000)))
      let other = try Self.run("write", faulty.directory.path, "\(round)")
      // It is in the midst of writing when so many entries are there.
      while await faulty.store.statistics().count < 20 {}
      #expect(try other.kill() == SIGKILL)
      #expect(try Self.run("check", faulty.directory.path).wait() == 0)
    }

    /// Needs a user who may become another one.
    @Test(.enabled(if: getuid() == 0)) func `who may not write there stands aside`() throws {
      let faulty = FaultyStore()
      faulty.store.put(.sample(1_000), "a")
      #expect(try Self.run("unprivileged", faulty.directory.path).wait() == 0)
      #expect(try Self.run("unprivileged", "/proc/store").wait() == 0)
      #expect(faulty.store.has("a"))
    }
  }
#endif
