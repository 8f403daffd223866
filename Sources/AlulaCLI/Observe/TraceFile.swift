import Alula

/// The steps of a run as Chrome trace events, which Perfetto and chrome://tracing open ("Trace Event Format", JSON object form).
///
/// Three groups of tracks: requests, each with its waits and its work inside; network, one track for each transfer that a host has at the
/// same time; decoding, one track a thread.
struct TraceFile {
  private enum Group: Int, CaseIterable {
    case requests = 1, network, decoding
  }

  private let requests: [TraceRequest]
  private let zero: Duration
  private let isCut: Bool

  /// - Parameter isCut: whether there was more than `events`.
  init(_ events: [PipelineEvent], isCut: Bool) {
    // Threads tell what happened to them a moment after it did.
    let events = events.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    var requests: [Int: TraceRequest] = [:]
    for event in events { requests[event.number, default: TraceRequest(first: event)].add(event) }
    let last = events.last?.time ?? .zero
    for number in requests.keys { requests[number]?.close(at: last) }
    self.requests = requests.values.sorted { ($0.whole.start, $0.number) < ($1.whole.start, $1.number) }
    self.isCut = isCut
    zero = events.first?.time ?? .zero
  }

  /// One JSON object, an event a line.
  var json: String {
    var lines = requestLines
    lines += networkLines
    lines += decodingLines
    var about = JSONObject()
    about.add("tool", "alula \(CommandLineTool.version)")
    about.add("requests", requests.count)
    about.add("is_cut", isCut)
    let events = (Group.allCases.map(name) + lines).joined(separator: ",\n")
    return "{\"displayTimeUnit\":\"ms\",\"otherData\":\(about.line),\"traceEvents\":[\n\(events)\n]}\n"
  }

  private var requestLines: [String] {
    var lanes = TraceLanes()
    var lines: [String] = []
    for request in requests {
      let lane = lanes.place(from: request.whole.start, to: request.whole.end)
      lines += ([request.whole] + request.parts.map(\.slice)).map { line($0, .requests, lane, of: request) }
      lines += request.moments.map { line(moment: $0, lane) }
    }
    return (0..<lanes.count).map { name(.requests, $0, "lane \($0 + 1)") } + lines
  }

  private var networkLines: [String] {
    var lines: [String] = []
    var first = 0
    let transfers = parts { $0.host }
    for host in transfers.keys.sorted() {
      var lanes = TraceLanes()
      for (request, slice) in transfers[host] ?? [] {
        let lane = lanes.place(from: slice.start, to: slice.end)
        lines.append(line(slice, .network, first + lane, of: request))
      }
      lines += (0..<lanes.count).map { name(.network, first + $0, "\(host) (\($0 + 1))") }
      first += lanes.count
    }
    return lines
  }

  private var decodingLines: [String] {
    let decodes = parts { $0.thread }
    return decodes.keys.sorted().flatMap { thread in
      [name(.decoding, thread, "decoder \(thread)")]
        + (decodes[thread] ?? []).map { line($0.slice, .decoding, thread, of: $0.request) }
    }
  }

  /// The parts that `key` names, by it, in the order of time.
  private func parts<Key: Hashable>(
    by key: (TraceRequest.Part) -> Key?
  ) -> [Key: [(request: TraceRequest, slice: TraceSlice)]] {
    var found: [Key: [(request: TraceRequest, slice: TraceSlice)]] = [:]
    for request in requests {
      for part in request.parts {
        if let key = key(part) { found[key, default: []].append((request, part.slice)) }
      }
    }
    return found.mapValues { $0.sorted { $0.slice.start < $1.slice.start } }
  }

  private func line(_ slice: TraceSlice, _ group: Group, _ track: Int, of request: TraceRequest) -> String {
    // On the tracks of hosts and threads the request is what tells them apart.
    var object = event(group == .requests ? slice.name : "\(slice.name) \(request.number)", "X", group, track, slice)
    object.add("dur", microseconds: slice.end - slice.start)
    return object.line
  }

  /// A moment on the track of its request.
  private func line(moment: TraceSlice, _ track: Int) -> String {
    var object = event(moment.name, "i", .requests, track, moment)
    object.add("s", "t")
    return object.line
  }

  private func event(_ name: String, _ kind: String, _ group: Group, _ track: Int, _ slice: TraceSlice) -> JSONObject {
    var object = JSONObject()
    object.add("name", name)
    object.add("ph", kind)
    object.add("ts", microseconds: slice.start - zero)
    object.add("pid", group.rawValue)
    object.add("tid", track + 1)
    object.add("args", slice.details)
    return object
  }

  private func name(_ group: Group) -> String {
    metadata("process_name", group, track: 0, "\(group)")
  }

  private func name(_ group: Group, _ track: Int, _ name: String) -> String {
    metadata("thread_name", group, track: track + 1, name)
  }

  private func metadata(_ kind: String, _ group: Group, track: Int, _ name: String) -> String {
    var about = JSONObject()
    about.add("name", name)
    var object = JSONObject()
    object.add("name", kind)
    object.add("ph", "M")
    object.add("pid", group.rawValue)
    object.add("tid", track)
    object.add("args", about)
    return object.line
  }
}
