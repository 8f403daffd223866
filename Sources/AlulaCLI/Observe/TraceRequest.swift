import Alula

/// The steps of one request as pieces of time.
struct TraceRequest {
  /// A piece of time that also belongs to a host, or to a decoding thread.
  struct Part {
    let slice: TraceSlice
    var host: String?
    var thread: Int?
  }

  private struct Running {
    let name: String
    let start: Duration
    let host: String
    var thread: Int?
    var details = JSONObject()
  }

  let number: Int
  private(set) var whole: TraceSlice
  private(set) var parts: [Part] = []
  private(set) var moments: [TraceSlice] = []
  private var running: Running?

  init(first event: PipelineEvent) {
    number = event.number
    whole = TraceSlice(name: "request \(event.number)", start: event.time, end: event.time)
    whole.details.add("host", event.host)
  }

  mutating func add(_ event: PipelineEvent) {
    whole.end = max(whole.end, event.time)
    switch event.kind {
    case .asked: break
    case .memoryHit(let isStale): whole.details.add("answered_by", isStale ? "memory, stale" : "memory")
    case .joined(let number): whole.details.add("joined_request", number)
    case .delivered(let source): whole.details.add("answered_by", source.rawValue)
    case .failed(let code): whole.details.add("failed", ImageReport.name(of: code))
    case .cancelled: whole.details.add("cancelled", true)
    case .waiting: begin("wait for network", event)
    case .sent:
      finish(event.time)
      begin("network", event)
    case .firstByte(let status):
      running?.details.add("status", status)
      if let running { self.running?.details.add("first_byte_us", microseconds: event.time - running.start) }
    case .received(let size):
      running?.details.add("body_bytes", size.bytes)
      finish(event.time)
    case .decodeQueued: begin("wait for decoder", event)
    case .decodeBegan(let thread):
      finish(event.time)
      begin("decode", event, thread: thread)
    case .networkLeft, .decodeLeft, .decodeEnded: finish(event.time)
    case .decided(let report): note("cache: \(report.decision.rawValue)", event, "reason", report.reason)
    case .retrying(let attempt, _): note("retry", event, "attempt", "\(attempt)")
    case .abandoned(let size): note("abandoned", event, "body_bytes", "\(size.bytes)")
    case .prefetchDelivered(let size): note("prefetched", event, "bytes", "\(size.bytes)")
    }
  }

  /// Ends what has no end.
  mutating func close(at time: Duration) {
    guard running != nil else { return }
    whole.end = max(whole.end, time)
    finish(time)
  }

  private mutating func begin(_ name: String, _ event: PipelineEvent, thread: Int? = nil) {
    finish(event.time)
    running = Running(name: name, start: event.time, host: event.host, thread: thread)
  }

  private mutating func finish(_ time: Duration) {
    guard let running else { return }
    self.running = nil
    var slice = TraceSlice(name: running.name, start: running.start, end: max(running.start, time))
    slice.details = running.details
    let isNetwork = running.name == "network"
    parts.append(Part(slice: slice, host: isNetwork ? running.host : nil, thread: running.thread))
  }

  private mutating func note(_ name: String, _ event: PipelineEvent, _ key: String, _ text: String) {
    var moment = TraceSlice(name: name, start: event.time, end: event.time)
    moment.details.add(key, text)
    moments.append(moment)
  }
}
