import Alula
import AlulaTesting

/// One run over the list and what was counted while it ran.
struct Run: Sendable {
  let name: String
  let results: [RowResult]
  let wallTime: Duration
  /// What the server saw during the run.
  let requests: [LoopbackRequest]
  let bytesOnWire: ByteCount
  /// Bodies alone.
  let bodyBytes: ByteCount
  /// What the memory cache held at the end.
  let memory: MemoryCache.Statistics
  let decodes: Int
  /// Of the whole process: the server, its files and what making them left behind included.
  let peakMemory: ByteCount?

  var pictures: [RowResult] { results.filter { $0.picture != nil } }
  var failures: [RowResult] { results.filter { $0.error != nil } }
  var placeholders: Int { results.count - pictures.count - failures.count }

  func pictures(from source: ImageResponse.Source) -> Int { pictures.count { $0.picture?.source == source } }

  /// Requests that only asked whether something changed (RFC 9110 section 13.1).
  var conditionalRequests: Int {
    requests.count { $0.headers["If-None-Match"] != nil || $0.headers["If-Modified-Since"] != nil }
  }

  /// Pictures that are shown although their time is over.
  var stalePictures: Int { pictures.count { $0.picture?.isStale == true } }

  /// The different addresses that the rows ask for.
  var distinctURLs: Int { Self.distinctURLs(of: results) }

  static func distinctURLs(of results: [RowResult]) -> Int { Set(results.compactMap(\.entry.imageURL)).count }

  /// Pictures that memory answered, of all that were asked for; `nil` when none was.
  var hitRate: Double? {
    let asked = results.count - placeholders
    return asked == 0 ? nil : Double(pictures(from: .memory)) / Double(asked)
  }

  /// "status 404 ×2", most frequent first.
  var errorKinds: [String] {
    let kinds = Dictionary(grouping: failures.compactMap { $0.error?.code.kind }) { $0 }.mapValues(\.count)
    return kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) ×\($0.value)" }
  }
}
