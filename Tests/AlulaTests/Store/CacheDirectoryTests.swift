import Foundation
import Testing

@testable import Alula

@Suite struct CacheDirectoryTests {
  #if os(Linux)
    @Test(arguments: [
      (["XDG_CACHE_HOME": "/c", "HOME": "/home/me"], "/c/"), (["HOME": "/home/me"], "/home/me/.cache/"),
      (["XDG_CACHE_HOME": "relative", "HOME": "/home/me"], "/home/me/.cache/"), (["XDG_CACHE_HOME": "relative"], nil),
      (["HOME": ""], nil), ([:], nil),
    ])
    func `caches are where XDG says, and nowhere without a home`(environment: [String: String], path: String?) {
      #expect(CacheDirectory.cachesRoot(environment)?.path(percentEncoded: false) == path)
    }

    @Test(arguments: [
      (["XDG_DATA_HOME": "/d", "HOME": "/home/me"], "/d/"), (["HOME": "/home/me"], "/home/me/.local/share/"),
      ([:], nil),
    ])
    func `documents are where XDG says`(environment: [String: String], path: String?) {
      #expect(CacheDirectory.documentsRoot(environment)?.path(percentEncoded: false) == path)
    }
  #endif

  @Test(arguments: ["", ".", "..", "../x", "a/b", "a\0b"])
  func `a name that leads elsewhere has no directory`(name: String) {
    #expect(CacheDirectory.caches(named: name) == nil)
    #expect(CacheDirectory.temporary(named: name) == nil)
  }

  @Test func `a directory is named after the program`() {
    let name = ProcessInfo.processInfo.processName
    #expect(CacheDirectory.temporary()?.lastPathComponent == name)
  }
}
