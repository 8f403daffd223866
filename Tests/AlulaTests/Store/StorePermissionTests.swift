#if os(Linux)
  import AlulaTesting
  import Foundation
  import Glibc
  import Testing

  @testable import Alula

  /// Who may read what, and limits that hold for a whole process: in processes of their own (`Tests/StoreProcess`).
  @Suite struct StorePermissionTests {
    let faulty: FaultyStore

    init() { faulty = FaultyStore() }

    private func run(_ task: String, _ number: Int = 0) throws -> Int32 {
      let place = try #require(Bundle.main.executableURL).deletingLastPathComponent()
      let program = place.appending(component: "StoreProcess").path
      return try ChildProcess(program, [task, faulty.directory.path, "20000000", "\(number)"]).wait()
    }

    private func mode(_ path: String) -> mode_t {
      var status = stat()
      return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    private func expectPrivate() {
      #expect(mode(faulty.directory.path) == 0o700)
      #expect(faulty.fileNames.count > 4)
      for name in faulty.fileNames { #expect(mode(faulty.directory.path + "/" + name) == 0o600, "\(name)") }
    }

    @Test(arguments: [0o000, 0o022, 0o077, 0o777])
    func `the directory is for its user alone, and so is each file, whatever the umask`(mask: Int) throws {
      #expect(try run("masked", mask) == 0)
      expectPrivate()
      #expect(faulty.putAll())
      expectPrivate()
    }

    @Test func `a directory and files that others could read are for the user alone once the store has opened them`()
      throws
    {
      #expect(faulty.putAll())
      faulty.close()
      chmod(faulty.directory.path, 0o777)
      for name in faulty.fileNames { chmod(faulty.directory.path + "/" + name, 0o666) }
      #expect(faulty.putAll(version: 2))
      #expect(mode(faulty.directory.path) == 0o700)
    }

    @Test(arguments: [1_000, 40_000, 100_000, 300_000])
    func `F39: beyond the file-size limit nothing is stored and nothing ends, and later it is stored`(limit: Int)
      async throws
    {
      #expect(try run("limited", limit) == 0)
      #expect(faulty.bodyNames.allSatisfy { BodyName($0) != nil })
      #expect(await faulty.isSound())
    }

    // Root may write everywhere; for it `StoreProcessTests` says the same with a second process.
    @Test(.enabled(if: getuid() != 0, "means nothing to root"))
    func `F39: a read-only directory stores nothing, and later it stores`() async throws {
      #expect(faulty.putAll())
      faulty.close()
      try faulty.setDirectory(isReadOnly: true)
      defer { try? faulty.setDirectory(isReadOnly: false) }
      #expect(!faulty.findAll().contains(.torn))
    }
  }
#endif
