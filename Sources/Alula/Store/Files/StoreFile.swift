#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A descriptor; closed with its owner, which also ends its lock.
final class StoreFile: Sendable {
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Takes the file's lock (`flock`), unless somebody else has it. It ends with this object or with the process, however that ends.
  func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  /// Appends all of `bytes`.
  func write(_ bytes: UnsafeRawBufferPointer) throws(StoreFault) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest)
      let count = systemWrite(descriptor, piece.baseAddress, piece.count)
      guard count >= 0 else {
        guard errno == EINTR else { throw StoreFault(errno: errno) }
        continue
      }
      rest = rest.dropFirst(count)
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
