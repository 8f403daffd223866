import Alula
import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension StoreProcess {
  /// Writes a body of each kind under a umask (`number`). `false` when one was not stored.
  func writeMasked() -> Bool {
    umask(mode_t(truncatingIfNeeded: number))
    let store = DiskStore(directory: directory, limits: .init(size: limit))
    return [1_000, 50_000, 400_000].allSatisfy { length in
      let writer = store.makeWriter(for: StoreKey("\(length)"), variant: "", partition: "", label: "")
      writer?.append(Data(count: length))
      return writer?.commit(metadata: []) != nil
    }
  }
}
