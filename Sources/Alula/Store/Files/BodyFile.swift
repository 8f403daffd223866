import Dispatch
import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reading a body back, whole and verified. Into memory of its own and not a mapping: a file cut by somebody else while
/// it is mapped would end the process (SIGBUS).
enum BodyFile {
  enum Outcome {
    case body(Data)
    /// No such file, or not the bytes that were written.
    case damaged
    /// The system would not let us read (no descriptors, no permission): says nothing about the entry.
    case unreadable
  }

  /// A body in a file of its own: one open, one read, one close.
  static func read(_ path: String, length: Int, digest: ContentDigest) -> Outcome {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return errno == ENOENT || errno == ELOOP ? .damaged : .unreadable }
    let file = StoreFile(descriptor)
    // The size is compared before memory is taken: an index may claim anything.
    guard let size = file.size else { return .unreadable }
    guard length > 0, size == length else { return .damaged }
    return read(file, at: 0, length: length, digest: digest)
  }

  /// A body within a file. The checksum is computed over memory that the read left in the processor's cache.
  static func read(_ file: StoreFile, at offset: Int, length: Int, digest: ContentDigest) -> Outcome {
    guard length > 0, let memory = malloc(length) else { return .unreadable }
    let bytes = UnsafeMutableRawBufferPointer(start: memory, count: length)
    let found =
      length > ContentDigest.blockSize ? readBlocks(file, bytes, at: offset) : readBlock(file, bytes, at: offset)
    guard found == digest else {
      free(memory)
      return .damaged
    }
    return .body(Data(bytesNoCopy: memory, count: length, deallocator: .free))
  }

  private static func readBlocks(
    _ file: StoreFile, _ bytes: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> ContentDigest? {
    let size = ContentDigest.blockSize
    let count = (bytes.count + size - 1) / size
    let digests = Locked([ContentDigest?](repeating: nil, count: count))
    // Safe: every turn writes to its own block, and all are over before this returns.
    nonisolated(unsafe) let bytes = bytes
    let readOne: @Sendable (Int) -> Void = { turn in
      let range = turn * size..<min(bytes.count, (turn + 1) * size)
      let block = UnsafeMutableRawBufferPointer(rebasing: bytes[range])
      let digest = readBlock(file, block, at: offset + range.lowerBound)
      digests.withLock { $0[turn] = digest }
    }
    if count >= blocksForThreads {
      DispatchQueue.concurrentPerform(iterations: count, execute: readOne)
    } else {
      for turn in 0..<count { readOne(turn) }
    }
    let blocks = digests.withLock { $0.compactMap(\.self) }
    return blocks.count == count ? ContentDigest.ofBlocks(blocks) : nil
  }

  /// From here on as many threads read as have time: one alone spends a third of its time on the checksum. Below, waking
  /// another costs more than it saves (`Docs/Decisions/0006-disk-store.md`).
  private static let blocksForThreads = 6

  private static func readBlock(
    _ file: StoreFile, _ bytes: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> ContentDigest? {
    file.read(bytes, at: offset) ? Fingerprint.block(UnsafeRawBufferPointer(bytes)) : nil
  }
}
