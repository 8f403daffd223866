import Dispatch
import Foundation

extension DiskStore {
  /// Runs `body` in a transaction on the index, which is opened, made or healed if need be. `nil` when that cannot be,
  /// or when `body` refused. With `asSession` the index knows which session this store is.
  func write<Value>(asSession: Bool = false, _ body: (StoreIndex) throws(StoreFault) -> Value) -> Value? {
    try? answer(asSession: asSession, body).get()
  }

  /// The same, with the reason.
  ///
  /// - Parameter isPatient: whether another process is waited for each time; who asks then says it, should it be in vain.
  func answer<Value>(
    asSession: Bool = false, isPatient: Bool = false, _ body: (StoreIndex) throws(StoreFault) -> Value
  ) -> Result<Value, StoreFault> {
    guard !isLooking else { return .failure(StoreFault(.refused, "this store only looks")) }
    var isTriedAgain = false
    while true {
      let result = withWriting { side in attemptWrite(asSession, isPatient, body, on: &side) }
      guard case .failure(let fault) = result else { return result }
      // The index is gone, removed by us or by somebody else: it is made anew, once. Where we removed it that is said.
      let isOver = isTriedAgain || fault.kind != .damaged && fault.kind != .vanished
      let isSaid = isOver ? !isPatient || fault.kind != .busy : fault.kind == .vanished
      if isSaid { notices.say(fault) }
      guard !isOver else { return result }
      isTriedAgain = true
    }
  }

  private func withWriting<Value>(_ body: (inout WriteSide) -> Value) -> Value {
    let (value, healed) = SizeSignal.heldBack {
      writing.withLock { side in
        let value = body(&side)
        defer { side.healed = nil }
        return (value, side.healed)
      }
    }
    if let healed {
      counters.withLock { $0.losses += 1 }
      notices.sayHealed(healed)
    }
    return value
  }

  /// The same after making room, which may take transactions of its own.
  func write<Value>(
    making need: StoreNeed, asSession: Bool = false, _ body: (StoreIndex) throws(StoreFault) -> Value
  ) -> Value? {
    let now = folder.hooks.milliseconds
    for attempt in 0..<Self.roomAttempts {
      let result: Value?? = write(asSession: asSession) { index throws(StoreFault) in
        try index.makeRoom(need, now: now, isFirst: attempt == 0) ? .some(try body(index)) : nil
      }
      guard let result else { return nil }
      if let value = result { return value }
    }
    return nil
  }

  /// Each of them moves or removes up to 256 entries; others may take the room meanwhile.
  private static let roomAttempts = 1_000

  private func attemptWrite<Value>(
    _ asSession: Bool, _ isPatient: Bool, _ body: (StoreIndex) throws(StoreFault) -> Value, on side: inout WriteSide
  ) -> Result<Value, StoreFault> {
    do throws(StoreFault) {
      let index = try open(&side, isPatient)
      index.isPatient = isPatient
      try side.removeLeftovers(index)
      if asSession { try side.takeSession(index) }
      index.dropAbandoned()
      if !index.isLogShort {
        endSnapshot()
        // Ours may be at it, on a slow disk.
        checkpointing.withLock { _ in }
        side.emptyLog()
      }
      let value = try index.transaction { () throws(StoreFault) in try body(index) }
      version.withLock { $0.changes += 1 }
      keepLogShort(&side)
      return .success(value)
    } catch {
      if error.kind == .damaged { try? side.heal(error) }
      if error.kind == .vanished { side.close() }
      if error.kind == .full {
        // Without this a store that filled the disk by itself could not even evict: that takes some room in the log.
        endSnapshot()
        try? side.checkpoint()
      }
      return .failure(error)
    }
  }

  private func open(_ side: inout WriteSide, _ isPatient: Bool) throws(StoreFault) -> StoreIndex {
    let before = side.generation
    let index = try side.opened(isPatient: isPatient)
    guard side.generation != before else { return index }
    let generation = side.generation
    // Before the version says that there is another index: who reads a row of it must find its pack.
    packs.withLock { $0 = index.pack }
    version.withLock { $0.generation = generation }
    if !side.isSwept { queue.async { [weak self] in self?.sweep() } }
    queue.async { [weak self] in self?.keepLimits() }
    return index
  }

  /// Runs `body` with a snapshot of the index. `nil` when there is none.
  func read<Value>(_ body: (ReadSide) throws(StoreFault) -> Value?) -> Value? {
    guard !isReadingHeld else { return nil }
    for _ in 0..<2 {
      let version = version.withLock { $0 }
      let result: Result<Value?, StoreFault>? = reading.withLock { side in
        do throws(StoreFault) {
          guard try side.isReady(version) else { return nil }
          watchSnapshot(&side)
          return .success(try body(side))
        } catch {
          side.close()
          return .failure(error)
        }
      }
      switch result {
      case .success(let value): return value
      case nil: guard openReading() else { return nil }
      case .failure(let fault): guard repair(fault, of: version.generation) else { return nil }
      }
    }
    return nil
  }

  /// Whoever wants to read needs an index that was opened for writing: only then is it certainly ours and whole. No
  /// transaction is needed for that: what is stored can be read while another process writes.
  private func openReading() -> Bool {
    var generation = 0
    if !isLooking {
      guard let opened = openWriting() else { return false }
      generation = opened
    }
    let fault: StoreFault? = reading.withLock { side in
      do throws(StoreFault) {
        if isLooking { try side.look() } else { try side.open(generation: generation) }
        return nil
      } catch { return error }
    }
    guard let fault else { return true }
    return repair(fault, of: generation)
  }

  /// Opens the index, or makes it. Which opening that was; `nil` where it cannot be.
  private func openWriting() -> Int? {
    let result: Result<Int, StoreFault> = withWriting { side in
      do throws(StoreFault) {
        _ = try open(&side, false)
        return .success(side.generation)
      } catch { return .failure(error) }
    }
    switch result {
    case .success(let generation): return generation
    case .failure(let fault):
      notices.say(fault)
      return nil
    }
  }

  /// Whether somebody keeps the index from being read, and was waited for a moment ago.
  private var isReadingHeld: Bool { readingHeldUntil.withLock { $0.map { ContinuousClock.now < $0 } ?? false } }

  /// After a read of an index failed. `true` when it may work now.
  private func repair(_ fault: StoreFault, of generation: Int) -> Bool {
    if fault.kind == .busy { readingHeldUntil.withLock { $0 = .now + WriteSide.pause } }
    guard fault.kind == .damaged, !isLooking else {
      notices.say(fault)
      return fault.kind == .vanished
    }
    // Says that it is damaged where the index can be made anew.
    var isFirst = true
    let isRepaired: Void? = write { _ throws(StoreFault) in
      // Another index may be in its place by now, and is not to blame.
      guard isFirst, version.withLock({ $0.generation }) == generation else { return }
      isFirst = false
      throw fault
    }
    return isRepaired != nil
  }

  private func watchSnapshot(_ side: inout ReadSide) {
    guard !side.isWatched else { return }
    side.isWatched = true
    queue.asyncAfter(deadline: .now() + ReadSide.idleCheck) { [weak self] in self?.endOldSnapshot() }
  }

  private func endOldSnapshot() {
    reading.withLock { side in
      side.isWatched = false
      if side.endOldSnapshot() { watchSnapshot(&side) }
    }
  }
}
