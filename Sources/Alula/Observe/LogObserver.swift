/// Writes a line for each event, in the shape of a swift-log handler, which it does not import:
///
///     configuration.observer = LogObserver(minimumLevel: .info) { level, message, metadata in
///       logger.log(level: Logger.Level(rawValue: level.rawValue) ?? .debug, "\(message)",
///         metadata: metadata.mapValues { .string($0) })
///     }
///
/// Failures are `.warning`, what was delivered or cancelled is `.info`, a retry `.notice`, each step between `.debug`. Metadata: `request` (the
/// number) and `host`, and by event `joined`, `decision`, `reason`, `status`, `bytes`, `attempt`, `delay_ms`, `thread`, `source`, `error`.
public struct LogObserver: PipelineObserver {
  /// Levels of swift-log, by the same names.
  public enum Level: String, CaseIterable, Comparable, Hashable, Sendable {
    case trace, debug, info, notice, warning, error, critical

    /// Compares severity: `.debug < .error`.
    public static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

    private var rank: Int { Level.allCases.firstIndex(of: self) ?? 0 }
  }

  /// Takes one line. Called on any thread, also at the same time; must return soon.
  public typealias Write = @Sendable (_ level: Level, _ message: String, _ metadata: [String: String]) -> Void

  private let minimumLevel: Level
  private let write: Write

  /// An observer that gives every line of `minimumLevel` and above to `write`. Default: `.debug`, all.
  public init(minimumLevel: Level = .debug, write: @escaping Write) {
    self.minimumLevel = minimumLevel
    self.write = write
  }

  /// Writes the line of `event`, when its level is enough.
  public func observe(_ event: PipelineEvent) {
    let level = Self.level(of: event.kind)
    guard level >= minimumLevel else { return }
    let (message, details) = Self.line(event.kind)
    var metadata = details
    metadata["request"] = String(event.number)
    metadata["host"] = event.host
    write(level, message, metadata)
  }

  private static func level(of kind: PipelineEvent.Kind) -> Level {
    switch kind {
    case .failed: .warning
    case .retrying: .notice
    case .delivered, .cancelled: .info
    default: .debug
    }
  }

  private static func line(_ kind: PipelineEvent.Kind) -> (message: String, metadata: [String: String]) {
    switch kind {
    case .asked: ("asked", [:])
    case .memoryHit(let isStale): (isStale ? "answered by memory, stale" : "answered by memory", ["source": "memory"])
    case .joined(let number): ("joined another request", ["joined": String(number)])
    case .decided(let report): ("cache decided", ["decision": report.decision.rawValue, "reason": report.reason])
    case .waiting: ("waiting for a place in the network", [:])
    case .sent: ("sent", [:])
    case .firstByte(let status): ("first byte", ["status": String(status)])
    case .received(let size): ("transfer ended", ["bytes": String(size.bytes)])
    case .networkLeft: ("left before it was sent", [:])
    case .retrying(let attempt, let delay):
      ("retrying", ["attempt": String(attempt), "delay_ms": String(Int(delay / .milliseconds(1)))])
    case .abandoned(let size): ("load abandoned", ["bytes": String(size.bytes)])
    case .decodeQueued: ("waiting for a decoding thread", [:])
    case .decodeBegan(let thread): ("decode began", ["thread": String(thread)])
    case .decodeEnded: ("decode ended", [:])
    case .decodeLeft: ("left before it was decoded", [:])
    case .delivered(let source): ("delivered", ["source": source.rawValue])
    case .failed(let code): ("failed", ["error": "\(code)"])
    case .cancelled: ("cancelled", [:])
    case .prefetchDelivered(let size): ("prefetched", ["bytes": String(size.bytes)])
    }
  }
}
