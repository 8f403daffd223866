package import Foundation

/// Takes the bytes of one entry. Small bodies stay in memory until they are committed, larger ones go to a file. One
/// that is not committed leaves nothing, however it ends. Any thread; blocks.
package final class StoreWriter: Sendable {
  private struct State {
    var variant: String
    var length = 0
    /// What is not in a file.
    var held = Data()
    var file: WrittenBody?
    /// Failed, or committed.
    var isOver = false
  }

  private let store: DiskStore
  private let key: StoreKey
  private let partition: String
  private let label: String
  private let purges: Int
  private let state: Locked<State>

  init(_ store: DiskStore, key: StoreKey, variant: String, partition: String, label: String) {
    state = Locked(State(variant: variant))
    self.store = store
    self.key = key
    self.partition = partition
    self.label = label
    purges = store.purges.withLock { $0.count(partition) }
  }

  deinit { state.withLock { discard(&$0) } }

  /// Adds bytes. What goes wrong is remembered: the entry will not be committed.
  package func append(_ bytes: Data) {
    state.withLock { state in
      guard !state.isOver else { return }
      let (length, overflow) = state.length.addingReportingOverflow(bytes.count)
      // What can never fit takes no room from others.
      guard !overflow, length <= store.budget.content else { return discard(&state) }
      state.length = length
      guard take(bytes, into: &state) else { return discard(&state) }
    }
  }

  private func take(_ bytes: Data, into state: inout State) -> Bool {
    if state.file != nil { return state.file?.append(bytes, store) ?? false }
    if state.length <= StoreBudget.packLimit {
      state.held.append(bytes)
      return true
    }
    guard let file = WrittenBody(store, key: key, partition: partition, expecting: state.length) else { return false }
    let held = state.held
    state.file = file
    state.held = Data()
    return file.append(held, store) && file.append(bytes, store)
  }

  /// Makes it an entry, in the place of the one with its key and variant; `nil` when that failed, or it is larger than
  /// the store's limit: then nothing is left of it, and the old entry stays.
  /// - Parameter variant: another one than was said at first.
  package func commit(metadata: [UInt8], as variant: String? = nil) -> StoreEntry? {
    state.withLock { state in
      if let variant { state.variant = variant }
      guard !state.isOver, metadata.count <= StoreBudget.metadataLimit else {
        discard(&state)
        return nil
      }
      let entry =
        state.file.map { commit($0, state.variant, state.length, metadata) }
        ?? commit(state.held, state.variant, metadata)
      if entry != nil { state.file?.isOwned = false }
      discard(&state)
      return entry
    }
  }

  private func discard(_ state: inout State) {
    state.isOver = true
    state.held = Data()
    if let file = state.file, file.isOwned { file.discard(store) }
    state.file = nil
  }

  private func commit(_ body: Data, _ variant: String, _ metadata: [UInt8]) -> StoreEntry? {
    let isInline = body.count <= StoreBudget.inlineLimit
    let digest = ContentDigest.of(body)
    let draft = draft(isInline ? .inline(body) : .packed(body), variant, length: body.count, digest: digest, metadata)
    let inline = StoreBudget.row(
      metadata: metadata.count, text: label.utf8.count, body: isInline ? body.count : nil)
    let size = isInline ? inline : StoreBudget.blocks(body.count)
    let need = StoreNeed(inline: inline, blocks: isInline ? 0 : StoreIndex.blocks(body.count), entries: 1)
    return store.write(making: need) { index throws(StoreFault) in try replace(draft, size: size, index) }
  }

  private func commit(_ file: WrittenBody, _ variant: String, _ length: Int, _ metadata: [UInt8]) -> StoreEntry? {
    guard file.finish(store) else { return nil }
    let draft = draft(.file(file.name), variant, length: length, digest: file.digest(), metadata)
    let row = StoreBudget.row(metadata: metadata.count, text: label.utf8.count, body: nil)
    // The room of the file is reserved.
    return store.write(making: StoreNeed(inline: row, entries: 1)) { index throws(StoreFault) in
      try index.end(file.name, size: file.reserved)
      return try replace(draft, size: StoreBudget.blocks(length), index)
    }
  }

  private func draft(
    _ body: StoreDraft.Body, _ variant: String, length: Int, digest: ContentDigest, _ metadata: [UInt8]
  ) -> StoreDraft {
    StoreDraft(
      key: key, variant: variant, partition: partition, label: label, metadata: metadata, length: length,
      digest: digest, body: body)
  }

  private func replace(_ draft: StoreDraft, size: Int, _ index: StoreIndex) throws(StoreFault) -> StoreEntry {
    guard store.purges.withLock({ $0.count(partition) }) == purges else {
      throw StoreFault(.refused, "the partition was purged")
    }
    if let old = try index.row(key, draft.variant) { try index.delete(old) }
    return try index.insert(draft, size: size, now: store.folder.hooks.milliseconds)
  }
}
