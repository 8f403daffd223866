#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What changes when a file is replaced or written: device, inode, size and time of change.
struct FileStamp: Hashable, Sendable {
  private let device: Int
  private let inode: Int
  let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// - Throws: `LoadError.Code.file` when there is no regular file that can be seen.
  init(path: String) throws(LoadError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw LoadError(.file, "The file cannot be opened: \(String(cString: strerror(errno))).", url: "file://\(path)")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw LoadError(.file, "The path names no regular file.", url: "file://\(path)")
    }
    device = Int(truncatingIfNeeded: status.st_dev)
    inode = Int(truncatingIfNeeded: status.st_ino)
    size = Int(status.st_size)
    seconds = status.modified.tv_sec
    nanoseconds = status.modified.tv_nsec
  }
}
