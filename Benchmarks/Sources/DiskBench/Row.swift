import Foundation

/// A row of the table: what is measured, over how many entries, how many of them in one batch. The Python peers have the same
/// (`disk_peers.py`).
struct Row {
  enum Work: String {
    /// Every entry, each time in another order.
    case read
    /// Entries that are not there.
    case write
    /// Opening what holds that many entries, one lookup, closing.
    case open
    /// Entries that are not there, while the store is at its limit.
    case evict
    /// As `read`, through everything above the store.
    case whole
  }

  let work: Work
  /// Bytes of a body.
  let size: Int
  /// How many there are before the first batch.
  let entries: Int
  /// Operations in a batch.
  let batch: Int
  /// What the store may hold, in bytes.
  var limit = 2_000_000_000
  /// Whether what was written goes after each batch, unmeasured. Large bodies do: memory that the page cache never used before costs a
  /// virtual machine more than the writing. Small ones stay: making a file is slow where others were removed in the last five seconds.
  var isRemoved = false

  static let named: [String: Row] = [
    "read-20K": Row(work: .read, size: 20_000, entries: 2_000, batch: 2_000),
    "read-2M": Row(work: .read, size: 2_000_000, entries: 100, batch: 100),
    "write-20K": Row(work: .write, size: 20_000, entries: 0, batch: 200),
    "write-2M": Row(work: .write, size: 2_000_000, entries: 0, batch: 8, isRemoved: true),
    "open-100K": Row(work: .open, size: 1_000, entries: 100_000, batch: 10),
    "evict-20K": Row(work: .evict, size: 20_000, entries: 2_600, batch: 200, limit: 50_000_000),
    "whole-20K": Row(work: .whole, size: 20_000, entries: 2_000, batch: 500),
    "whole-2M": Row(work: .whole, size: 2_000_000, entries: 60, batch: 20),
  ]
}
