internal import Foundation

/// What a pipeline has done since it was made, and what it is doing now: a copy of the moment it was read.
///
/// Counted always, with or without an observer. Each part is consistent in itself; parts are read one after another, so that sums across
/// them agree when nothing runs. `json` has the same names with underscores; numbers of bytes end in `_bytes`, durations are objects as
/// `DurationSummary` says.
public struct PipelineMetrics: Hashable, Codable, Sendable {
  /// Who asked, and what came of it.
  public internal(set) var requests = Requests()
  /// Which layer answered.
  public internal(set) var hitRates = HitRates()
  /// What the HTTP cache decided, each redirect by itself.
  public internal(set) var cache = Cache()
  /// What went over the network.
  public internal(set) var network = Network()
  /// What was decoded.
  public internal(set) var decoding = Decoding()
  /// What prefetching brought, and whether it was of use.
  public internal(set) var prefetch = PrefetchStatistics()
  /// What is held in memory now, and was at the most.
  public internal(set) var memory = MemoryUse()

  /// Metrics of nothing.
  public init() {}

  private enum CodingKeys: String, CodingKey {
    case requests
    case hitRates = "hit_rates"
    case cache, network, decoding, prefetch, memory
  }

  /// The metrics as indented JSON with its keys in alphabetical order and a line feed at its end.
  public var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Whole numbers and finite ones: there is nothing that cannot be encoded.
    let data = (try? encoder.encode(self)) ?? Data("{}".utf8)
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}

extension PipelineMetrics {
  /// Requests of callers. `asked` is the sum of all answers, `failed`, `cancelled` and `waiting`.
  ///
  /// What is refused before it begins (a URL that is none, a task that was cancelled before it asked) is not counted. A task that shows a stale
  /// picture while it is validated counts twice: once answered by memory, and once by what the validation brings.
  public struct Requests: Hashable, Codable, Sendable {
    /// Everything asked for, answers of memory, `refreshes` and prefetches included.
    public internal(set) var asked = 0
    /// Validations of stale pictures that were shown meanwhile; of `asked`.
    public internal(set) var refreshes = 0
    /// Those that waited for a picture which another request was making.
    public internal(set) var joined = 0
    /// Pictures, or requests for bytes, that waited for bytes which another was loading, such as another size of the same URL.
    public internal(set) var joinedDownloads = 0
    /// Answers of the memory cache, `cachedImage(for:)` included, as the cache counts its hits: where pipelines share one cache, those of all.
    public internal(set) var answeredByMemory = 0
    /// Stored and fresh: the server was not asked.
    public internal(set) var answeredByDiskFresh = 0
    /// Stored and stale: shown while it is validated, or since the server fails.
    public internal(set) var answeredByDiskStale = 0
    /// Stored, and the server said that it still holds (304).
    public internal(set) var answeredByDiskValidated = 0
    /// Bodies of servers.
    public internal(set) var answeredByNetwork = 0
    /// Files and data.
    public internal(set) var answeredLocally = 0
    /// Errors handed over.
    public internal(set) var failed = 0
    /// Those whose caller left.
    public internal(set) var cancelled = 0
    /// Now: those that wait for their answer.
    public internal(set) var waiting = 0
    /// From asking to the answer, of those that memory did not answer at once; errors and cancellations are not in it.
    public internal(set) var time = DurationSummary()

    private enum CodingKeys: String, CodingKey {
      case asked, refreshes, joined
      case joinedDownloads = "joined_downloads"
      case answeredByMemory = "answered_by_memory"
      case answeredByDiskFresh = "answered_by_disk_fresh"
      case answeredByDiskStale = "answered_by_disk_stale"
      case answeredByDiskValidated = "answered_by_disk_validated"
      case answeredByNetwork = "answered_by_network"
      case answeredLocally = "answered_locally"
      case failed, cancelled, waiting, time
    }
  }

  /// Shares of the answers that came from a cache or a server, 0 to 1, together 1; all zero before the first.
  public struct HitRates: Hashable, Codable, Sendable {
    /// Memory.
    public internal(set) var memory = 0.0
    /// Disk, without asking the server.
    public internal(set) var diskFresh = 0.0
    /// Disk, stale.
    public internal(set) var diskStale = 0.0
    /// Disk, after the server was asked.
    public internal(set) var diskValidated = 0.0
    /// Servers.
    public internal(set) var network = 0.0

    private enum CodingKeys: String, CodingKey {
      case memory, network
      case diskFresh = "disk_fresh"
      case diskStale = "disk_stale"
      case diskValidated = "disk_validated"
    }
  }

  /// Decisions of the HTTP cache, by `CacheReport.Decision`.
  public struct Cache: Hashable, Codable, Sendable {
    /// Answered without asking the server.
    public internal(set) var fresh = 0
    /// The server said that what was stored still holds.
    public internal(set) var revalidated = 0
    /// Answered although stale.
    public internal(set) var stale = 0
    /// Came from the server.
    public internal(set) var fetched = 0
    /// Came from nowhere.
    public internal(set) var failed = 0
  }
}

extension PipelineMetrics.HitRates {
  init(_ requests: PipelineMetrics.Requests) {
    let counts = [
      requests.answeredByMemory, requests.answeredByDiskFresh, requests.answeredByDiskStale,
      requests.answeredByDiskValidated, requests.answeredByNetwork,
    ]
    let sum = counts.reduce(0, +)
    guard sum > 0 else { return }
    let shares = counts.map { Double($0) / Double(sum) }
    (memory, diskFresh, diskStale, diskValidated, network) = (shares[0], shares[1], shares[2], shares[3], shares[4])
  }
}
