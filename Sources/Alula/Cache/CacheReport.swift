/// What the cache decided about a request, and why.
public struct CacheReport: Hashable, Sendable, CustomStringConvertible {
  /// Kinds of decision.
  public enum Decision: String, Hashable, Sendable {
    /// Answered from memory or disk without asking the server.
    case fresh
    /// The server said that what was stored still holds (304).
    case revalidated
    /// Answered from the store although stale: while it is validated behind, because the server fails, or because the request
    /// takes any age.
    case stale
    /// Came from the server.
    case fetched
    /// Came from nowhere: nothing stored may answer, and the server did not or was not to be asked.
    case failed
  }

  /// What was decided.
  public let decision: Decision
  /// One line for people. Holds no URL and no secret.
  public let reason: String

  /// "fresh: for 41 s more (max-age=60, age 19 s)".
  public var description: String {
    let word = decision.rawValue
    return "\(word): \(reason.hasPrefix(word + " ") ? String(reason.dropFirst(word.count + 1)) : reason)"
  }

  /// Why an answer is not kept, or was not looked for, that was asked for with Authorization and not for a named partition.
  package static let wantsPartition = "with Authorization only a named partition keeps it"
  /// Why something stored is no answer.
  static let damage = "what was stored was damaged and is dropped"

  static let memory = CacheReport(decision: .fresh, reason: "in memory")
  static let memoryAnyAge = CacheReport(decision: .stale, reason: "in memory, and any age will do")
  static func memoryInstead(_ why: String) -> CacheReport {
    CacheReport(decision: .stale, reason: "in memory; \(why)")
  }
  static let memoryStale = CacheReport(decision: .stale, reason: "in memory, and validated behind")
}
