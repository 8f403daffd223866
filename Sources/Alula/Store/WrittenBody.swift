import Foundation

/// A body file that is being written, for which room is reserved. Used under the lock of its writer.
final class WrittenBody {
  let name: BodyName
  private(set) var reserved: Int
  /// What is in the file.
  private var length = 0
  /// What is not in the file yet.
  private var gathered = Data()
  private var file: StoreFile?
  private let running = RunningDigest()
  /// Until an entry owns the file.
  var isOwned = true

  /// Reserves room and makes the file; `nil` when either cannot be.
  init?(_ store: DiskStore, key: StoreKey, partition: String, expecting length: Int) {
    let size = StoreBudget.blocks(length)
    let need = StoreNeed(files: size, inline: StoreBudget.page)
    let name = store.write(making: need, asSession: true) { index throws(StoreFault) in
      let name = BodyName(key: key, epoch: index.epoch, number: try index.nextNumber())
      try index.begin(name, session: index.session, partition: partition, size: size)
      return name
    }
    guard let name else { return nil }
    self.name = name
    reserved = size
    do throws(StoreFault) {
      try store.folder.hooks.allow(.create)
      file = try store.folder.open(store.folder.part(name), exclusive: true)
    } catch {
      store.notices.say(error)
      discard(store)
      return nil
    }
  }

  /// In pieces of one size, however small those are that arrive: a file written 16 KB at a time lies in the system's
  /// memory in small parts, and each read of it takes a quarter longer (`Docs/Decisions/0006-disk-store.md`).
  private static let piece = 256 * 1_024

  func append(_ bytes: Data, _ store: DiskStore) -> Bool {
    bytes.withUnsafeBytes { running.add($0) }
    guard !gathered.isEmpty || bytes.count < Self.piece else { return write(bytes, store) }
    gathered.append(bytes)
    return writeGathered(gathered.count / Self.piece * Self.piece, store)
  }

  private func writeGathered(_ count: Int, _ store: DiskStore) -> Bool {
    guard count > 0 else { return true }
    let isWritten = write(gathered.prefix(count), store)
    gathered.replaceSubrange(..<count, with: EmptyCollection<UInt8>())
    return isWritten
  }

  private func write(_ bytes: Data, _ store: DiskStore) -> Bool {
    guard reserve(length + bytes.count, store) else { return false }
    let fault: StoreFault? = SizeSignal.heldBack {
      do throws(StoreFault) {
        try store.folder.hooks.allow(.write(bytes: bytes.count))
        try write(bytes)
        return nil
      } catch { return error }
    }
    if let fault { store.notices.say(fault) }
    return fault == nil
  }

  private func write(_ bytes: Data) throws(StoreFault) {
    guard let file else { throw StoreFault(.failing, "the file is closed") }
    var fault: StoreFault?
    bytes.withUnsafeBytes { buffer in
      do throws(StoreFault) { try file.write(buffer, at: length) } catch { fault = error }
    }
    if let fault { throw fault }
    length += bytes.count
  }

  /// Room is reserved in growing steps: a body of unknown length costs few transactions and never twice its room.
  private func reserve(_ length: Int, _ store: DiskStore) -> Bool {
    guard length > reserved else { return true }
    let step = min(reserved, max(store.budget.content / 16, StoreBudget.page))
    let size = StoreBudget.blocks(max(length, min(reserved + step, store.budget.content)))
    let isReserved: Void? = store.write(making: StoreNeed(files: size - reserved)) { index throws(StoreFault) in
      try index.reserve(name, from: reserved, to: size)
    }
    guard isReserved != nil else { return false }
    reserved = size
    return true
  }

  /// Gives the file its name. The entry's row follows: until then the index says that the file is being written.
  func finish(_ store: DiskStore) -> Bool {
    guard writeGathered(gathered.count, store) else { return false }
    file = nil
    guard rename(store.folder.part(name), store.folder.body(name)) == 0 else {
      store.notices.say(StoreFault(errno: errno))
      return false
    }
    return true
  }

  func digest() -> ContentDigest { running.end() }

  /// Nothing is left: not the file, not its reservation.
  func discard(_ store: DiskStore) {
    gathered = Data()
    file = nil
    store.folder.remove(name)
    let isEnded: Void? = store.write { index throws(StoreFault) in try index.end(name, size: reserved) }
    if isEnded == nil { store.writing.withLock { $0.abandon(name, size: reserved) } }
  }
}
