import Alula
import Foundation

/// Where the tool writes.
enum Output {
  private struct State {
    var isIncomplete = false
    var isPipeClosed = false
  }

  private static let state = Locked(State())

  /// Whether something could not be written to standard output (a full disk, a closed pipe).
  static var isIncomplete: Bool { state.withLock { $0.isIncomplete } }

  /// Whether nobody reads standard output any more.
  static var isPipeClosed: Bool { state.withLock { $0.isPipeClosed } }

  /// - Returns: false when it cannot be written: most often nobody reads standard output any more. Unless SIGPIPE is ignored,
  ///   that signal has ended the tool before.
  @discardableResult static func line(_ text: String) -> Bool { writeOutput(Data((text + "\n").utf8)) }

  static func error(_ text: String) { _ = write(Data((text + "\n").utf8), to: STDERR_FILENO) }

  /// Bytes to standard output. A pipe that its reader has closed is no failure but the end: `cancelled`.
  static func data(_ data: Data) throws(LoadError) {
    guard !writeOutput(data) else { return }
    let message = "Standard output cannot be written."
    throw isPipeClosed ? LoadError(.cancelled, message) : LoadError(.file, message)
  }

  /// Writes `data` to `path`, whole or not at all: to a file beside it that then takes its name. What is there and is no
  /// ordinary file (a device, a pipe) is written to as it is. A link stays, and what it leads to is written.
  static func file(_ data: Data, at path: String) throws(LoadError) {
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    let isOrdinary = type == nil || type == .typeRegular || type == .typeSymbolicLink
    do {
      if isOrdinary {
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        // Made anew, it would be open to all whom the umask lets in.
        let mode = try? FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber
        try replace(file, with: data, mode: mode.map { $0.uint16Value })
      } else {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.write(contentsOf: data)
      }
    } catch {
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      let reason = FileManager.default.fileExists(atPath: folder) ? "." : ": its folder does not exist."
      throw LoadError(.file, "\(PictureAddress.printable(path)) cannot be written\(reason)")
    }
  }

  /// Puts a new file in the place of `file`, whole or not at all.
  private static func replace(_ file: URL, with data: Data, mode: UInt16?) throws {
    let beside = file.deletingLastPathComponent().appending(component: ".alula-\(UUID().uuidString)").path
    let descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode == nil ? 0o666 : 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    var isWritten = write(data, to: descriptor) == 0
    if let mode { isWritten = fchmod(descriptor, mode_t(mode)) == 0 && isWritten }
    isWritten = close(descriptor) == 0 && isWritten
    guard isWritten, rename(beside, file.path) == 0 else {
      unlink(beside)
      throw CocoaError(.fileWriteUnknown)
    }
  }

  /// Makes a directory and those above it.
  /// - Returns: why that cannot be, in the system's words; `nil` when it is there.
  static func makeDirectory(_ path: String, isPrivate: Bool = false) -> String? {
    do {
      let attributes: [FileAttributeKey: Any]? = isPrivate ? [.posixPermissions: 0o700] : nil
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: attributes)
      return nil
    } catch { return reason(against: URL(fileURLWithPath: path)) }
  }

  /// What the system says to making that directory. Foundation does not pass it on, so the first one that is missing is tried again.
  private static func reason(against directory: URL) -> String {
    var missing = directory.standardizedFileURL
    while missing.path != "/", !FileManager.default.fileExists(atPath: missing.deletingLastPathComponent().path) {
      missing = missing.deletingLastPathComponent()
    }
    guard mkdir(missing.path, 0o700) != 0 else { return "the system refused it at first" }
    return String(cString: strerror(errno))
  }

  private static func writeOutput(_ data: Data) -> Bool {
    let error = write(data, to: STDOUT_FILENO)
    guard error != 0 else { return true }
    state.withLock {
      $0.isIncomplete = true
      if error == EPIPE { $0.isPipeClosed = true }
    }
    return false
  }

  /// - Returns: 0, or the number of the error (`FileHandle` tells no closed pipe from a full disk).
  private static func write(_ data: Data, to descriptor: Int32) -> Int32 {
    data.withUnsafeBytes { bytes in
      var rest = bytes
      while !rest.isEmpty {
        let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return errno }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return 0
    }
  }
}
