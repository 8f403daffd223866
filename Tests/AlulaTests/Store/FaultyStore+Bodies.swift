import AlulaTesting
import Foundation

@testable import Alula

/// Lengths of bodies: in the index, in the pack, in files of their own.
enum BodyLength {
  static let inline = 1_000
  static let packed = 50_000
  static let file = 400_000
  static let all = [inline, packed, file]
}

extension FaultyStore {
  /// A body whose bytes say which it is.
  static func body(_ name: String, _ length: Int, version: UInt64 = 1) -> Data {
    var random = SeededGenerator(seed: name.utf8.reduce(version &* 31 &+ UInt64(length)) { $0 &* 31 &+ UInt64($1) })
    // A length that no block of a file system is a multiple of.
    let pattern = (0..<1_021).map { _ in UInt8.random(in: 0...255, using: &random) }
    var bytes = Data(capacity: length + pattern.count)
    while bytes.count < length { bytes.append(contentsOf: pattern) }
    return bytes.prefix(length)
  }

  func writer(_ name: String, partition: String = "") -> StoreWriter? {
    store.makeWriter(for: StoreKey(name), variant: "", partition: partition, label: name)
  }

  /// Writes a body in three pieces. Whether it became an entry.
  @discardableResult func put(_ name: String, _ length: Int, version: UInt64 = 1, partition: String = "") -> Bool {
    guard let writer = writer(name, partition: partition) else { return false }
    let body = Self.body(name, length, version: version)
    for range in [0..<length / 3, length / 3..<length / 2, length / 2..<length] { writer.append(body[range]) }
    return writer.commit(metadata: [UInt8](name.utf8)) != nil
  }

  /// Writes one body of each length. Whether all became entries.
  @discardableResult func putAll(version: UInt64 = 1) -> Bool {
    BodyLength.all.reduce(true) { put("\($1)", $1, version: version) && $0 }
  }

  enum Found: Equatable { case nothing, right, torn }

  /// What the store has under a name: nothing, the body that was written, or something else.
  func find(_ name: String, _ length: Int, version: UInt64 = 1) -> Found {
    guard let entry = store.entries(for: StoreKey(name)).first, let bytes = store.body(of: entry) else {
      return .nothing
    }
    return bytes == Self.body(name, length, version: version) ? .right : .torn
  }

  /// What it has of `putAll`.
  func findAll(version: UInt64 = 1) -> [Found] { BodyLength.all.map { find("\($0)", $0, version: version) } }

  /// Whether the sums that the store keeps are those that it gets by counting, and no file lies there that belongs to nobody. Opens the
  /// store anew, so that what nobody holds any longer is gone.
  func isSound() async -> Bool {
    reopen()
    let before = await store.statistics()
    let files = Set(bodyNames)
    let report = await store.verify()
    let after = await store.statistics()
    let taken = takenOnDisk()
    return report.damaged == 0 && report.strays == 0 && before.bytes == after.bytes && before.count == after.count
      && before.count == report.entries && files == Set(bodyNames) && taken <= store.limits.size.bytes
  }

  /// Blocks that the directory takes on the disk.
  func takenOnDisk() -> Int {
    fileNames.reduce(0) { sum, name in
      var status = stat()
      return lstat(directory.path + "/" + name, &status) == 0 ? sum + Int(status.st_blocks) * 512 : sum
    }
  }
}

/// What a store says of itself.
final class Notices: Sendable {
  private let state = Locked([String]())

  init(_ store: DiskStore) { store.onNotice { [state] text in state.withLock { $0.append(text) } } }

  /// Everything said so far: the store speaks on its queue, which also answers this.
  func all(_ store: DiskStore) async -> [String] {
    _ = await store.statistics()
    _ = await store.statistics()
    return state.withLock { $0 }
  }
}
