#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A descriptor; closed with its owner, which also ends its lock. Any thread.
final class StoreFile: Sendable {
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Takes the file's lock (`flock`), unless somebody else has it. It ends with this object or with the process,
  /// however that ends.
  func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  var size: Int? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
  }

  func truncate(to size: Int) throws(StoreFault) {
    while ftruncate(descriptor, off_t(size)) != 0 {
      guard errno == EINTR else { throw StoreFault(errno: errno) }
    }
  }

  /// Writes all of `bytes`.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(StoreFault) {
    var done = 0
    while done < bytes.count {
      let count = pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
      guard count >= 0 else {
        guard errno == EINTR else { throw StoreFault(errno: errno) }
        continue
      }
      done += count
    }
  }

  /// Fills all of `bytes`. `false` when there are not so many, or they cannot be read.
  func read(_ bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = pread(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
      guard count > 0 else {
        guard count < 0, errno == EINTR else { return false }
        continue
      }
      done += count
    }
    return true
  }
}
