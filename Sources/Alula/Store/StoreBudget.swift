/// A store's limits, in what the disk really holds.
struct StoreBudget: Sendable {
  /// What bodies and the index' pages may take together.
  let content: Int
  let entries: Int
  /// Milliseconds since the last access.
  let age: Int64?
  /// When the write-ahead log is moved into the index, in pages. A commit that finds twice as much does it itself.
  let logPages: Int

  /// A page of the index and a block of the file system.
  static let page = 4_096
  /// Bodies up to here live in the index (`Docs/Decisions/0006-disk-store.md`).
  static let inlineLimit = 2 * 1_024
  /// Bodies up to here live in the pack, larger ones in files of their own. A writer keeps so much in memory.
  static let packLimit = 256 * 1_024
  /// What a caller may store beside a body.
  static let metadataLimit = 256 * 1_024
  /// A label, a variant, the name of a partition.
  static let textLimit = 64 * 1_024

  init(_ limits: DiskStore.Limits) {
    let size = limits.size.bytes
    // The log lives within the limit: room for what it may grow to while other processes read, for the index of the log
    // (32 KB) and for the directory.
    let log = min(max(size / 64, 64 * 1_024), 2 * 1_024 * 1_024)
    logPages = log / Self.page
    content = size == Int.max ? Int.max / 4 : max(size / 2, size - 4 * log - 64 * 1_024)
    entries = max(0, limits.count)
    age = limits.age.map { age in
      let seconds = min(max(age.components.seconds, 0), Int64.max / 10_000)
      return seconds * 1_000 + age.components.attoseconds / 1_000_000_000_000_000
    }
  }

  /// Nothing can be stored.
  var isNothing: Bool { content <= 0 || entries == 0 }

  /// With so many pages in the log nothing more is stored: somebody keeps it from being emptied. What is left of its
  /// room is for what is removed meanwhile.
  var logLimit: Int { 3 * logPages }

  /// What a body file of that length takes.
  static func blocks(_ length: Int) -> Int { roundedUp(length, to: page) }

  /// What a row takes, with the body when the index holds it.
  static func row(metadata: Int, text: Int, body: Int?) -> Int {
    256 + metadata + text + (body.map { roundedUp($0, to: page) + 64 } ?? 0)
  }

  static func roundedUp(_ value: Int, to unit: Int) -> Int {
    let (sum, overflow) = value.addingReportingOverflow(unit - 1)
    return overflow ? Int.max / 2 : sum / unit * unit
  }
}
