import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The directory of a store: its paths, and the system calls on them. Holds no state; any thread.
struct StoreFolder: Sendable {
  private let path: String
  let hooks: StoreHooks

  init(_ url: URL, hooks: StoreHooks) {
    let text = url.standardizedFileURL.path
    path = text.hasSuffix("/") ? text : text + "/"
    self.hooks = hooks
  }

  var index: String { path + "index.sqlite" }
  var lock: String { path + "lock" }

  func slot(_ number: Int) -> String { path + "session-\(number)" }
  func pack(_ epoch: UInt32) -> String { path + PackName(epoch: epoch).text }
  func pack(_ name: PackName) -> String { path + name.text }
  func body(_ name: BodyName) -> String { path + name.text }
  func part(_ name: BodyName) -> String { path + name.part }

  /// Makes the directory and those above it, for this user alone.
  func make() throws(StoreFault) {
    do throws(StoreFault) { try makeAll() } catch {
      guard error == StoreFault(errno: ENOTDIR) else { throw error }
      throw StoreFault(.forbidden, "something else is in its place")
    }
  }

  private func makeAll() throws(StoreFault) {
    if mkdir(path, 0o700) == 0 { return try own() }
    switch errno {
    case EEXIST: return try own()
    case ENOENT: break
    case let code: throw StoreFault(errno: code)
    }
    var end = path.index(after: path.startIndex)
    while let slash = path[end...].firstIndex(of: "/") {
      // What exists, whoever may enter it, is left as it is.
      guard mkdir(String(path[..<slash]), 0o700) == 0 || errno == EEXIST || errno == EROFS || errno == EACCES else {
        throw StoreFault(errno: errno)
      }
      end = path.index(after: slash)
    }
    try own()
  }

  /// Whatever the umask was, and whoever made it.
  private func own() throws(StoreFault) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw StoreFault(errno: errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw StoreFault(errno: ENOTDIR) }
    guard status.st_mode & 0o777 != 0o700 else { return }
    guard chmod(path, 0o700) == 0 else { throw StoreFault(errno: errno) }
  }

  /// A descriptor of an empty file that did not exist, or (when `exclusive` is false) of one that may exist.
  func open(_ path: String, exclusive: Bool) throws(StoreFault) -> StoreFile {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (exclusive ? O_EXCL : 0)
    let descriptor = systemOpen(path, flags, 0o600)
    guard descriptor >= 0 else { throw StoreFault(errno: errno) }
    let file = StoreFile(descriptor)
    // The umask can only have taken permissions away; what existed may have too many.
    guard fchmod(descriptor, 0o600) == 0 else { throw StoreFault(errno: errno) }
    return file
  }

  /// Removes a body, finished or not. What is not there is removed already. `false` when it is still there.
  @discardableResult func remove(_ name: BodyName) -> Bool {
    let isBodyGone = unlink(body(name)) == 0 || errno == ENOENT
    let isPartGone = unlink(part(name)) == 0 || errno == ENOENT
    return isBodyGone && isPartGone
  }

  /// `false` when it is still there.
  @discardableResult func remove(_ pack: PackName) -> Bool { unlink(self.pack(pack)) == 0 || errno == ENOENT }

  /// Removes the index and its log.
  func removeIndex() throws(StoreFault) {
    for suffix in ["-wal", "-shm", "-journal", ""] {
      guard unlink(index + suffix) == 0 || errno == ENOENT else { throw StoreFault(errno: errno) }
    }
  }

  /// Which file lies where the index should be; `nil` when there is none.
  var identityOfIndex: FileIdentity? { FileIdentity(path: index) }

  /// The same, where "there is none" and "that cannot be looked at" are two things.
  func statusOfIndex() throws(StoreFault) -> FileIdentity? {
    if let found = identityOfIndex { return found }
    guard errno == ENOENT || errno == ENOTDIR else { throw StoreFault(errno: errno) }
    return nil
  }

  /// The bodies and packs that lie in the directory; nothing where it cannot be listed. Costs a listing: only where the
  /// index was lost, and where somebody asks for all of it to be verified.
  func contents() -> (bodies: Set<BodyName>, packs: Set<PackName>) { (try? listed()) ?? ([], []) }

  /// The same.
  ///
  /// - Throws: what the system says where it cannot be listed.
  func listed() throws(StoreFault) -> (bodies: Set<BodyName>, packs: Set<PackName>) {
    var bodies: Set<BodyName> = []
    var packs: Set<PackName> = []
    guard let directory = opendir(path) else {
      guard errno == ENOENT || errno == ENOTDIR else { throw StoreFault(errno: errno) }
      return (bodies, packs)
    }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let text = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
          String(cString: $0)
        }
      }
      if let name = BodyName(file: text) { bodies.insert(name) }
      if let name = PackName(text) { packs.insert(name) }
    }
    return (bodies, packs)
  }

  /// A lock of the whole directory, for as long as the result lives. Held while an index is opened, made or replaced.
  func locked() throws(StoreFault) -> StoreFile {
    let file = try open(lock, exclusive: false)
    for _ in 0..<Self.lockAttempts {
      if file.lock() { return file }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw StoreFault(errno: errno) }
      usleep(Self.lockPause)
    }
    throw StoreFault(.busy, "another process is opening the store")
  }

  /// The same for who makes nothing: `nil` where there is no such file, or it cannot be opened.
  func lockedIfThere() throws(StoreFault) -> StoreFile? {
    let descriptor = systemOpen(lock, O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0)
    guard descriptor >= 0 else { return nil }
    let file = StoreFile(descriptor)
    for _ in 0..<Self.lockAttempts {
      if file.lock() { return file }
      usleep(Self.lockPause)
    }
    throw StoreFault(.busy, "another process is opening the store")
  }

  /// Says in the lock's file whose it is. On a full disk it is not said: other signs remain.
  func mark(_ lock: StoreFile) {
    guard lock.size == 0 else { return }
    Self.mark.withUnsafeBytes { bytes in try? lock.write(bytes, at: 0) }
  }

  /// Whether the directory itself shows that a store of ours is or was there: its lock says so, or bodies lie there whose
  /// names nobody else would give. A pack alone shows nothing.
  var hasSigns: Bool { isLockMarked || !contents().bodies.isEmpty }

  var isLockEmpty: Bool { FileIdentity(path: lock).map { $0.isFile && $0.isEmpty } ?? false }

  private var isLockMarked: Bool {
    let descriptor = systemOpen(lock, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0)
    guard descriptor >= 0 else { return false }
    let file = StoreFile(descriptor)
    var bytes = [UInt8](repeating: 0, count: Self.mark.count)
    guard file.size == bytes.count, bytes.withUnsafeMutableBytes({ file.read($0, at: 0) }) else { return false }
    return bytes == Self.mark
  }

  private static let mark = Array("Alula disk store\n".utf8)

  /// The same within a tenth of a second; `nil` when somebody has it for longer.
  func lockedSoon() throws(StoreFault) -> StoreFile? {
    let file = try open(lock, exclusive: false)
    for _ in 0..<Self.lockAttempts / 20 {
      if file.lock() { return file }
      usleep(Self.lockPause)
    }
    return nil
  }

  // Two seconds, as with the index (`SQLiteConnection.patience`).
  private static let lockAttempts = 1_000
  private static let lockPause: UInt32 = 2_000
}

/// Which file it is, whatever its name. A link is itself, not what it points to.
struct FileIdentity: Equatable {
  private let device: UInt64
  private let inode: UInt64
  let isLink: Bool
  let isFile: Bool
  let isEmpty: Bool

  /// The same file, though it has grown since.
  static func == (left: Self, right: Self) -> Bool {
    left.device == right.device && left.inode == right.inode && left.isLink == right.isLink
  }

  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    isLink = status.st_mode & S_IFMT == S_IFLNK
    isFile = status.st_mode & S_IFMT == S_IFREG
    isEmpty = status.st_size == 0
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

/// The name `open` is taken where it is called.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
