#if os(Linux)
  import Alula
  import Foundation
  import Testing

  struct CacheDirectoryTests {
    @Test(
      arguments: [
        (["XDG_CACHE_HOME": "/x/cache", "HOME": "/home/a"], "/x/cache"), (["HOME": "/home/a"], "/home/a/.cache"),
        (["XDG_CACHE_HOME": "relative", "HOME": "/home/a"], "/home/a/.cache"),
        (["XDG_CACHE_HOME": "", "HOME": "/home/a"], "/home/a/.cache"), (["XDG_CACHE_HOME": "relative"], nil),
        (["HOME": ""], nil), ([:], nil),
      ] as [([String: String], String?)])
    func `the XDG directory must be absolute, and without a home there is none`(
      _ environment: [String: String], _ path: String?
    ) {
      #expect(CacheDirectory.caches(environment).map { $0.path } == path)
    }

    @Test func `data and temporary files have their own places`() {
      #expect(CacheDirectory.data(["HOME": "/home/a"])?.path == "/home/a/.local/share")
      #expect(CacheDirectory.data(["XDG_DATA_HOME": "/d", "HOME": "/home/a"])?.path == "/d")
      #expect(CacheDirectory.temporary([:])?.path == "/tmp")
      #expect(CacheDirectory.temporary(["TMPDIR": "/x"])?.path == "/x")
    }

    @Test(arguments: ["", ".", "..", "a/b", "/", "a\u{0}", String(repeating: "a", count: 256)])
    func `a name that is no name of one folder has no directory`(_ name: String) {
      #expect(CacheDirectory.folder(name, in: URL(filePath: "/tmp")) == nil)
      #expect(CacheDirectory.caches(named: name) == nil)
    }

    @Test func `a name is a folder in it`() {
      #expect(CacheDirectory.folder("Alula", in: URL(filePath: "/tmp"))?.path == "/tmp/Alula")
      #expect(CacheDirectory.temporary(named: "Alula")?.lastPathComponent == "Alula")
    }
  }
#endif
