import HTTPCaching

extension HTTPCache {
  /// Removes what this answer to an unsafe method made invalid (RFC 9111 section 4.4), and lets responses on their way that may be
  /// older not be kept. Before the answer itself is stored.
  /// - Returns: the URLs that it concerns.
  func invalidate(by head: HTTPResponseHead, _ call: CacheCall, _ context: Context) async -> [String] {
    let urls = rules.invalidated(by: head.status, headers: head.headers, request: call.request)
    let keys = Set(urls.flatMap(call.keys))
    guard !keys.isEmpty, let shelf else { return urls }
    let own = context.ticket
    await shelf.forget(where: { keys.contains($0.place.key) && $0 !== own }) { store in
      for key in keys { store.remove(key) }
    }
    return urls
  }
}
