import Alula
import Foundation

/// Bodies and short ways to store them.
extension DiskStore {
  /// Stores `body` under a key of that text; in one piece, or in pieces.
  @discardableResult func put(
    _ body: Data, _ key: String, variant: String = "", partition: String = "", metadata: [UInt8] = [1, 2, 3],
    pieces: Int = Int.max
  ) -> StoreEntry? {
    let writer = makeWriter(for: StoreKey(key), variant: variant, partition: partition, label: key)
    var rest = body[...]
    while !rest.isEmpty {
      let piece = rest.prefix(pieces)
      writer?.append(Data(piece))
      rest = rest.dropFirst(piece.count)
    }
    return writer?.commit(metadata: metadata)
  }

  /// The body of the newest entry of that key.
  func get(_ key: String) -> Data? {
    entries(for: StoreKey(key)).first.flatMap { body(of: $0) }
  }

  func has(_ key: String) -> Bool { !entries(for: StoreKey(key)).isEmpty }
}

extension Data {
  /// Bytes that differ with `seed`.
  static func sample(_ length: Int, seed: Int = 1) -> Data {
    var state = UInt64(truncatingIfNeeded: seed &* 0x9E37 &+ length) | 1
    var words: [UInt64] = []
    for _ in 0...length / 8 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      words.append(state)
    }
    return words.withUnsafeBytes { Data($0.prefix(length)) }
  }
}

/// What a directory holds.
enum Folder {
  /// Where flushing costs nothing, if the system has such a place: hundreds of small stores wait for the disk and for
  /// nothing else.
  static var quickPlace: URL {
    let memory = "/dev/shm"
    return FileManager.default.isWritableFile(atPath: memory)
      ? URL(filePath: memory) : FileManager.default.temporaryDirectory
  }

  static func names(_ url: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }

  /// Like `du`: blocks, and the directory itself.
  static func size(_ url: URL) -> Int {
    ([url.path] + names(url).map { url.path + "/" + $0 }).reduce(0) { sum, path in
      var status = stat()
      return lstat(path, &status) == 0 ? sum + Int(status.st_blocks) * 512 : sum
    }
  }

  /// What each file takes.
  static func sizes(_ url: URL) -> [String] {
    names(url).map { name in
      var status = stat()
      return lstat(url.path + "/" + name, &status) == 0 ? "\(name) \(Int(status.st_blocks) * 512)" : name
    }
  }

  /// Bodies with a file of their own, finished or not.
  static func bodies(_ url: URL) -> [String] {
    names(url).filter {
      $0.contains("-") && !$0.contains("index") && !$0.hasPrefix("pack-") && !$0.hasPrefix("session-")
    }
  }
}
