import Foundation

@testable import Alula

extension DiskStore {
  /// What contradicts itself in the index, or between it and the directory: nothing, in a store that nobody is writing to.
  func contradictions(in directory: URL) -> [String] {
    // What the last transaction gave up is cut off, and forgotten, in the next one.
    _ = write { _ throws(StoreFault) in }
    let found = write { index throws(StoreFault) in
      try index.contradictionsInPack() + index.contradictionsInRows() + index.contradictions(in: directory)
    }
    return found ?? ["there is no index"]
  }
}

extension StoreIndex {
  /// The pack is covered without a gap, no hole lies beside a hole or at the end, and each extent is of the entry that says so.
  fileprivate func contradictionsInPack() throws(StoreFault) -> [String] {
    var found: [String] = []
    var end = 0
    var endsInHole = false
    try connection.statement("SELECT start, blocks, entry FROM extents ORDER BY start").each { row in
      if row.integer(0) != end { found.append("the extent at \(row.integer(0)) does not follow \(end)") }
      if row.isNull(2), endsInHole { found.append("two holes at \(row.integer(0))") }
      endsInHole = row.isNull(2)
      end = row.integer(0) + row.integer(1)
    }
    if endsInHole { found.append("a hole at the end") }
    let packed = try connection.number("SELECT count(*) FROM entries WHERE place IS NOT NULL")
    let extents = try connection.number("SELECT count(*) FROM extents WHERE entry IS NOT NULL")
    let pairs = try connection.number(
      """
      SELECT count(*) FROM entries JOIN extents ON entries.id = extents.entry
      WHERE place = start AND blocks = (length + 4095) / 4096
      """)
    if packed != extents || packed != pairs { found.append("\(packed) packed, \(extents) extents, \(pairs) pairs") }
    if let size = pack.size, size > end * StoreBudget.page {
      found.append("the pack has \(size), should end at \(end)")
    }
    return found
  }

  /// The sums are those of the rows, each inline entry has its body, and no body is without an entry.
  fileprivate func contradictionsInRows() throws(StoreFault) -> [String] {
    var found = try areTotalsTrue() ? [] : ["the sums are not true"]
    let inline = try connection.number("SELECT count(*) FROM entries WHERE place IS NULL AND file IS NULL")
    let bodies = try connection.number("SELECT count(*) FROM bodies")
    let pairs = try connection.number(
      "SELECT count(*) FROM entries JOIN bodies USING (id) WHERE place IS NULL AND file IS NULL")
    if inline != bodies || inline != pairs { found.append("\(inline) inline, \(bodies) bodies, \(pairs) pairs") }
    return found
  }

  /// Every file is named in the index, and every file that is named is there.
  fileprivate func contradictions(in directory: URL) throws(StoreFault) -> [String] {
    var named: Set<String> = []
    var gone: Set<String> = []
    try connection.statement("SELECT file FROM entries WHERE file IS NOT NULL").each { named.insert($0.text(0)) }
    let there = Set(Folder.bodies(directory))
    var found = named.subtracting(there).map { "\($0) is missing" }
    try connection.statement("SELECT file FROM pending").each { gone.formUnion([$0.text(0), $0.text(0) + ".part"]) }
    try connection.statement("SELECT file FROM doomed").each { gone.insert($0.text(0)) }
    found += there.subtracting(named).subtracting(gone).map { "\($0) belongs to nobody" }
    return found
  }
}
