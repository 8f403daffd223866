import AlulaTesting
import Dispatch
import Foundation
import Testing

@testable import Alula

/// Many threads, and two stores of one directory in one process.
struct StoreThreadTests {
  @Test(arguments: [1_000_000, 3_000_000]) func `threads and a second store get what was written, or nothing`(
    _ limit: Int
  ) async {
    let faulty = FaultyStore(limits: .init(size: .bytes(limit)))
    let stores = [faulty.store, faulty.another()]
    let wrong = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      let store = stores[thread % 2]
      for turn in 0..<60 {
        let key = (thread * 31 + turn * 7) % 40
        let length = [800, 9_000, 40_000, 160_000][key % 4]
        switch turn % 5 {
        case 0: store.remove(StoreKey("\(key)"))
        case 1: if let entry = store.entries(for: StoreKey("\(key)")).first { _ = store.update(entry, metadata: [1]) }
        default: store.put(.sample(length, seed: key), "\(key)")
        }
        let other = (key + turn) % 40
        if let body = store.get("\(other)"), body != .sample([800, 9_000, 40_000, 160_000][other % 4], seed: other) {
          wrong.withLock { $0 += 1 }
        }
      }
    }
    #expect(wrong.withLock { $0 } == 0)
    let report = await faulty.store.verify()
    #expect(report.damaged == 0 && report.strays == 0 && report.entries > 0)
    #expect(Folder.size(faulty.directory) <= limit)
    // On a machine that is busy enough two stores may wait two seconds for each other: that is said, and no fault.
    #expect(await faulty.notices().allSatisfy { $0.contains("another process") })
  }

  @Test func `a second store sees what the first one wrote`() {
    let faulty = FaultyStore()
    let second = faulty.another()
    #expect(!second.has("a"))
    faulty.store.put(.sample(20_000), "a")
    let deadline = ContinuousClock.now + .seconds(30)
    // A snapshot may be kept for 50 ms.
    while !second.has("a"), ContinuousClock.now < deadline {}
    #expect(second.get("a") == .sample(20_000))
  }
}
