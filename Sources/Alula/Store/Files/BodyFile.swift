import Dispatch
import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reading a body back, whole and verified.
enum BodyFile {
  enum Outcome {
    case body(Data)
    /// No such file, or not the bytes that were written.
    case damaged
    /// The system would not let us read (no descriptors, no permission): says nothing about the entry.
    case unreadable
  }

  /// One open, one read, one close; the checksum is computed over memory that the read left in the processor's cache. Into memory of
  /// its own and not a mapping: a file cut by somebody else while it is mapped would end the process (SIGBUS).
  static func read(_ path: String, length: Int, digest: ContentDigest) -> Outcome {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return errno == ENOENT || errno == ELOOP ? .damaged : .unreadable }
    defer { close(descriptor) }
    // The size is compared before memory is taken: an index may claim anything.
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .unreadable }
    guard length > 0, Int(status.st_size) == length else { return .damaged }
    guard let memory = malloc(length) else { return .unreadable }
    let bytes = UnsafeMutableRawBufferPointer(start: memory, count: length)
    let found = length > ContentDigest.blockSize ? readBlocks(descriptor, bytes) : readBlock(descriptor, bytes, 0)
    guard found == digest else {
      free(memory)
      return .damaged
    }
    return .body(Data(bytesNoCopy: memory, count: length, deallocator: .free))
  }

  /// The blocks of a long body, by as many threads as have time: one thread alone spends a third of its time on the checksum
  /// (`Docs/Decisions/0006-disk-store.md`).
  private static func readBlocks(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> ContentDigest? {
    let size = ContentDigest.blockSize
    let digests = Locked([ContentDigest?](repeating: nil, count: (bytes.count + size - 1) / size))
    let count = digests.withLock { $0.count }
    // Safe: every turn writes to its own block, and all are over before this returns.
    nonisolated(unsafe) let bytes = bytes
    DispatchQueue.concurrentPerform(iterations: count) { turn in
      let range = turn * size..<min(bytes.count, (turn + 1) * size)
      let block = UnsafeMutableRawBufferPointer(rebasing: bytes[range])
      let digest = readBlock(descriptor, block, range.lowerBound)
      digests.withLock { $0[turn] = digest }
    }
    let blocks = digests.withLock { $0.compactMap(\.self) }
    return blocks.count == count ? ContentDigest.ofBlocks(blocks) : nil
  }

  /// `nil` when the bytes could not all be read.
  private static func readBlock(
    _ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer, _ offset: Int
  ) -> ContentDigest? {
    var done = 0
    while done < bytes.count {
      let count = pread(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
      guard count > 0 else {
        guard count < 0, errno == EINTR else { return nil }
        continue
      }
      done += count
    }
    return Fingerprint.block(UnsafeRawBufferPointer(bytes))
  }
}
