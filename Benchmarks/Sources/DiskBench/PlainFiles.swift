import Foundation

/// A file for each body, by the least that the system asks for: no checksum, no metadata. At a limit the oldest goes.
struct PlainFiles: DiskClient {
  private let folder: String
  private let row: Row
  private var oldest = 0

  init(folder: URL, row: Row) {
    self.folder = folder.path
    self.row = row
  }

  private func path(_ number: Int) -> String { "\(folder)/\(number)" }

  func read(_ number: Int) -> Data? {
    let descriptor = open(path(number), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, let memory = malloc(Int(status.st_size)) else { return nil }
    let length = Int(status.st_size)
    guard pread(descriptor, memory, length, 0) == length else {
      free(memory)
      return nil
    }
    return Data(bytesNoCopy: memory, count: length, deallocator: .free)
  }

  mutating func write(_ body: Data, _ number: Int) throws {
    try put(body, path(number))
    keepLimit(number)
  }

  func remove(_ number: Int) { unlink(path(number)) }

  func put(_ body: Data, _ path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    defer { close(descriptor) }
    let count = body.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    guard count == body.count else { throw CocoaError(.fileWriteUnknown) }
  }

  mutating func keepLimit(_ number: Int) {
    guard row.work == .evict, number - oldest >= row.limit / row.size else { return }
    remove(oldest)
    oldest += 1
  }
}

/// The same, but never half a file: written beside and renamed.
struct RenamedFiles: DiskClient {
  private var files: PlainFiles
  private let folder: String

  init(folder: URL, row: Row) {
    files = PlainFiles(folder: folder, row: row)
    self.folder = folder.path
  }

  func read(_ number: Int) -> Data? { files.read(number) }

  mutating func write(_ body: Data, _ number: Int) throws {
    try files.put(body, "\(folder)/new")
    guard rename("\(folder)/new", "\(folder)/\(number)") == 0 else { throw CocoaError(.fileWriteUnknown) }
    files.keepLimit(number)
  }

  func remove(_ number: Int) { files.remove(number) }
}
