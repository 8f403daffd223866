/// A place among the processes that write body files: the lock of a small file. It ends with the process, so that
/// others can tell a file that is being written from one that was left behind.
final class SessionSlot {
  let number: Int
  private let file: StoreFile

  private init(_ number: Int, _ file: StoreFile) {
    self.number = number
    self.file = file
  }

  /// So many stores may write large bodies into one directory at once. The files stay, empty, for who comes next.
  private static let count = 64

  /// The first free place; `nil` when there is none.
  static func take(in folder: StoreFolder) throws(StoreFault) -> SessionSlot? {
    for number in 0..<count {
      let file = try folder.open(folder.slot(number), exclusive: false)
      if file.lock() { return SessionSlot(number, file) }
    }
    return nil
  }

  /// Whether somebody has that place. One that cannot be looked at, for want of descriptors say, counts as taken.
  static func isTaken(_ number: Int, in folder: StoreFolder) -> Bool {
    guard (0..<count).contains(number) else { return false }
    guard let file = try? folder.open(folder.slot(number), exclusive: false) else { return true }
    return !file.lock()
  }
}
