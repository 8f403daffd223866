extension DiskStore {
  /// What `verify` found.
  public struct VerifyReport: Hashable, Sendable {
    /// Entries that were read.
    public internal(set) var entries = 0
    /// Entries whose body was not what had been written; they were removed.
    public internal(set) var damaged = 0
    /// Files that belonged to no entry (a power failure can leave one); they were removed.
    public internal(set) var strays = 0
    /// Whether the index could not be used: it was made anew, and what it named is lost, however much that was.
    public internal(set) var isIndexLost = false
    /// Whether all of it could be looked at.
    public internal(set) var isComplete = true

    /// A report of nothing.
    package init() {}

    init(entries: Int, damaged: Int, strays: Int) {
      self.entries = entries
      self.damaged = damaged
      self.strays = strays
    }
  }

  /// Reads every entry, and removes what is damaged or belongs to nobody. Corrects the sums by which the limits are
  /// kept. Does not count as use. Runs on the store's own queue, in steps between which others can write; costs the
  /// reading of all bodies and one listing of the directory.
  public func verify() async -> VerifyReport {
    await onQueue { [self] in
      var report = VerifyReport()
      let losses = counters.withLock { $0.losses }
      var known: Set<BodyName> = []
      var last: Int64 = 0
      while true {
        let page = page(after: last, partition: nil, count: 64)
        if page == nil { report.isComplete = false }
        guard let page, let final = page.last else { break }
        for entry in page {
          report.entries += 1
          if let file = entry.file { known.insert(file) }
          if isDamaged(entry) { report.damaged += 1 }
        }
        last = final.id
      }
      let contents = folder.contents()
      for name in contents.bodies where !known.contains(name) && isStray(name, after: last) { report.strays += 1 }
      let epoch = write { index throws(StoreFault) in index.epoch }
      for pack in contents.packs where epoch != nil && pack.epoch != epoch {
        if folder.remove(pack) { report.strays += 1 }
      }
      let isCounted: Void? = write { index throws(StoreFault) in try index.recount() }
      if isCounted == nil { report.isComplete = false }
      let stuck = write { index throws(StoreFault) in try index.countStuck() } ?? 0
      if stuck > 0 { notices.sayStuck(stuck) }
      report.isIndexLost = counters.withLock { $0.losses } != losses
      return report
    }
  }

  /// Replaced or evicted meanwhile is not damaged.
  private func isDamaged(_ entry: StoreEntry) -> Bool {
    guard case .damaged = load(entry) else { return false }
    return true
  }

  /// Whether a file belongs to no entry, to none that came after `id`, and to nobody who writes it; then it is removed.
  private func isStray(_ name: BodyName, after id: Int64) -> Bool {
    write { index throws(StoreFault) in
      guard try !index.names(name, after: id) else { return false }
      try index.release(name)
      return true
    } ?? false
  }
}
