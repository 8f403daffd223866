import Alula
import Foundation

/// The pictures to load, each once: those named on the command line, then the lines of a file, which may still be growing.
final class PictureList: Sendable {
  /// How many there are, as far as is known.
  struct Count: Sendable {
    var found = 0
    var isFinal = false
  }

  let pictures: AsyncStream<PictureAddress>
  private let state = Locked(Count())

  /// Starts reading, on a thread of its own.
  /// - Parameters:
  ///   - file: a path, "-" for standard input, or `nil`.
  ///   - readsWhole: whether to return only when the whole list is read, so that `count` is final.
  init(names: [String], file: String?, readsWhole: Bool = false) throws(UsageError) {
    let (stream, continuation) = AsyncStream.makeStream(of: PictureAddress.self)
    pictures = stream
    var descriptor: Int32?
    if let file { descriptor = try Self.openList(file) }
    if descriptor == nil || readsWhole {
      read(names, descriptor, continuation)
    } else {
      Thread.detachNewThread { [self, descriptor] in read(names, descriptor, continuation) }
    }
  }

  var count: Count { state.withLock { $0 } }

  private func read(_ names: [String], _ descriptor: Int32?, _ continuation: AsyncStream<PictureAddress>.Continuation) {
    var seen: Set<String> = []
    func add(_ name: String) {
      let picture = PictureAddress(name)
      guard seen.insert(picture.identity).inserted else { return }
      state.withLock { $0.found += 1 }
      continuation.yield(picture)
    }
    names.forEach(add)
    if let descriptor {
      Self.forEachLine(of: descriptor) { line in
        if !line.isEmpty, !line.hasPrefix("#") { add(line) }
      }
    }
    state.withLock { $0.isFinal = true }
    continuation.finish()
  }

  private static func openList(_ path: String) throws(UsageError) -> Int32 {
    if path == "-" { return STDIN_FILENO }
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
    let descriptor = exists && !isDirectory.boolValue ? open(path, O_RDONLY) : -1
    guard descriptor >= 0 else {
      throw UsageError(message: "The list \(PictureAddress.printable(path)) cannot be read.")
    }
    return descriptor
  }

  /// Hands out lines as they arrive: `FileHandle` would wait for more of a pipe than has come.
  private static func forEachLine(of descriptor: Int32, _ body: (String) -> Void) {
    var lines = LineSplitter()
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      lines.add(buffer[..<count]).forEach(body)
    }
    lines.finish().map(body)
  }
}
