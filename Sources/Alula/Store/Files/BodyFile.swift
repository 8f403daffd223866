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

  /// A body within a file: one read, and the checksum over what it left in the processor's caches. In pieces, or shared by
  /// threads, that is slower (`Docs/Decisions/0006-disk-store.md`).
  static func read(_ file: StoreFile, at offset: Int, length: Int, digest: ContentDigest) -> Outcome {
    guard length > 0, let memory = alignedMemory(length) else { return .unreadable }
    let bytes = UnsafeMutableRawBufferPointer(start: memory, count: length)
    guard file.read(bytes, at: offset), Fingerprint.checksum(UnsafeRawBufferPointer(bytes)) == digest else {
      free(memory)
      return .damaged
    }
    return .body(Data(bytesNoCopy: memory, count: length, deallocator: .free))
  }

  /// Freed by `free`. Aligned to a cache line: where 16 bytes too many lie before it in its page, which is where `malloc` puts
  /// large blocks, the system's copy takes four times as long on some processors (`Docs/Decisions/0006-disk-store.md`).
  private static func alignedMemory(_ length: Int) -> UnsafeMutableRawPointer? {
    var memory: UnsafeMutableRawPointer?
    return posix_memalign(&memory, 64, length) == 0 ? memory : nil
  }
}
