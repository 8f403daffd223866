import HTTPCaching

extension Shelf {
  /// Forgets what `matches` says of responses on their way, and then removes what `remove` removes. After that none of it comes back.
  func forget<Value: Sendable>(
    where matches: (CacheTicket) -> Bool, _ remove: @Sendable (DiskStore) async -> Value
  ) async -> Value {
    let leaving = tickets.withLock { $0.values.filter(matches) }
    for ticket in leaving { ticket.forget() }
    // What is being committed at this moment is removed after; what comes later sees its ticket.
    await writer.finish {}
    return await remove(store)
  }

  /// Forgets what is stored at `starts`, and what redirects lead to from there.
  /// - Parameters:
  ///   - staysAtOrigin: whether redirects to another origin are not followed.
  ///   - matches: which of the responses on their way are forgotten, of those that belong to it.
  func forget(
    _ starts: [ChainStart], staysAtOrigin: Bool = false, where matches: (CacheTicket) -> Bool = { _ in true }
  ) async {
    let roots = Set(starts.map(\.key))
    let behind = await reader.finish { RedirectChain(self.store, starts, staysAtOrigin: staysAtOrigin).keys }
    await forget(where: { ticket in
      let isOfChain = behind.contains(ticket.place.key) || !staysAtOrigin && roots.contains(ticket.place.root)
      return isOfChain && matches(ticket)
    }) { [writer] store in
      await writer.finish {
        // Once more: what was on its way may have led further.
        let keys = RedirectChain(store, starts, staysAtOrigin: staysAtOrigin).keys
        for key in keys.union(behind) { store.removeAll(of: key) }
      }
    }
  }

  /// Removes what `matches` says of the responses stored under the ticket's key, on the writing queue; what a later request brought stays.
  func withdraw(_ ticket: CacheTicket, _ matches: @escaping @Sendable (StoredResponse) -> Bool) async throws(LoadError)
  {
    _ = try await write(ticket) { store in
      let withdrawn = self.shelved(ticket.place.key).filter { shelved in
        matches(shelved.response) && !ticket.isOutdated(shelved.entry.variant)
      }
      for shelved in withdrawn {
        self.outdate(shelved.entry.variant, by: ticket)
        store.remove(shelved.entry)
      }
      if !withdrawn.isEmpty { store.remove(CachePlace.variants(of: ticket.place.key)) }
      return true
    }
  }

  /// Writes down that a redirect which is not stored, or is behind such a one, led from `place` to `next`: who forgets the one forgets the
  /// other. Behind: nobody waits. It answers no request, and holds no part of the response.
  func noteRedirect(from place: CachePlace, to next: StoreKey, isSameOrigin: Bool, isForgotten: () -> Bool) {
    let ticket = begin(place)
    if isForgotten() { ticket.forget() }
    enqueueWrite {
      defer { self.end(ticket) }
      guard !ticket.isForgotten else { return }
      RedirectChain.note(from: place, to: next, isSameOrigin: isSameOrigin, self.store)
    }
  }
}

extension DiskStore {
  /// Removes what is stored under a key, its variants in other sizes, and where its redirects led.
  func removeAll(of key: StoreKey) {
    remove(key)
    remove(CachePlace.variants(of: key))
    remove(CachePlace.trail(of: key))
  }
}
