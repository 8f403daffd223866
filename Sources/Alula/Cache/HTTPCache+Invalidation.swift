import HTTPCaching

extension HTTPCache {
  /// Removes what this answer to an unsafe method made invalid (RFC 9111 section 4.4), and lets responses on their way that may be
  /// older not be kept. Before the answer itself is stored.
  ///
  /// What redirects lead to from there goes too, as far as it is of the same origin: of others this server has no say.
  /// - Returns: the URLs that it concerns.
  func invalidate(by head: HTTPResponseHead, _ call: CacheCall, _ context: Context) async -> [String] {
    let urls = rules.invalidated(by: head.status, headers: head.headers, request: call.request)
    let starts = urls.flatMap(call.starts)
    guard !starts.isEmpty, let shelf else { return urls }
    let own = context.ticket
    await shelf.forget(starts, staysAtOrigin: true) { $0 !== own }
    return urls
  }

  /// Removes what an answer says is gone, or not for this person any more: it must not come back, neither stale nor for a server that
  /// fails later (RFC 9111 section 4.3.3). Before the answer itself is stored, as its fields may allow.
  func withdraw(by status: Int, _ call: CacheCall, _ context: Context) async throws(LoadError) {
    guard CacheRules.isWithdrawal(status), let shelf = context.shelf, let ticket = context.ticket, ticket.place.writes
    else { return }
    try await shelf.withdraw(ticket) { [rules] in rules.withdraws($0, status: status, request: call.request) }
  }
}
