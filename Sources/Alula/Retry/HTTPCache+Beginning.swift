import Foundation
import HTTPCaching

extension HTTPCache {
  /// Keeps what came of a body that ended too soon as a part (RFC 9111 section 3.3), so that who asks next, in this process or another,
  /// asks for the rest alone. It is an entry like others: counted, evicted and removed with them, and `ask` completes it (section 3.4).
  ///
  /// Not where the whole is stored, where HTTP forbids storing, for what is no image's beginning, and for less than 64 KB, which cost less
  /// to send again than to keep.
  func keepBeginning(_ intake: Intake, _ call: CacheCall, _ context: Context) async {
    guard let beginning = intake.beginning, let shelf = context.shelf, let ticket = context.ticket, ticket.place.writes,
      context.found.allSatisfy({ $0.response.part != nil }), let (whole, body) = await joined(beginning, context),
      body.count >= Intake.smallestPart
    else { return }
    let head = HTTPResponseHead(status: 200, headers: whole.headers)
    guard call.keeps(head, body) else { return }
    let part = whole.cut(after: body.count, completeLength: beginning.continuation.completeLength)
    let metadata = shelf.metadata(part)
    // Pieces were streamed of what came without a part before it.
    let streamed = body.count == beginning.outcome.body.count ? beginning.outcome.streamed : 0
    _ = try? await shelf.write(ticket) { store -> StoreEntry? in
      guard !ticket.isOutdated(whole.variant), !ticket.isOutdated(part.variant) else { return nil }
      let isWholeThere = shelf.shelved(ticket.place.key).contains { $0.response.part == nil }
      return isWholeThere ? nil : intake.commit(body, streamed: streamed, as: part, metadata: metadata, to: store)
    }
  }

  /// The head as of a whole, and all bytes from the first on.
  private func joined(_ beginning: Intake.Beginning, _ context: Context) async -> (StoredResponse, Data)? {
    switch beginning.arrival {
    case .store(let response): return (response, beginning.outcome.body)
    case .combine(let index, let keeping, let response):
      guard let stored = try? await context.body(index), stored.count >= keeping else { return nil }
      return (response, stored.prefix(keeping) + beginning.outcome.body)
    default: return nil
    }
  }
}
