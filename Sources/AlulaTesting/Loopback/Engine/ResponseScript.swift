import Alula

/// Turns one response into steps, a piece at a time, so that a large body is never held as a whole.
struct ResponseScript {
  private var pending: [ScriptStep]
  private var body: BodyCursor?
  private let closing: [ScriptStep]

  /// - Parameter gate: what the route is held by, when it is.
  init(_ response: LoopbackResponse, to request: LoopbackRequest, gate: Latch?) {
    let plan = Plan(response, request)
    pending = [gate, response.latch].compactMap { $0.map(ScriptStep.hold) }
    if response.delay > .zero { pending.insert(.wait(response.delay), at: 0) }
    if response.framing != .raw {
      for interim in response.interim { pending.append(.send(Self.head(interim), isBody: false)) }
      pending.append(.send(plan.head, isBody: false))
    }
    body = plan.hasBody ? BodyCursor(response) : nil
    closing = plan.closing
  }

  /// The next step. After `.end` it must not be called again.
  mutating func next() -> ScriptStep {
    while pending.isEmpty {
      pending = body?.next() ?? closing
    }
    return pending.removeFirst()
  }

  private static func head(_ interim: LoopbackResponse.Interim) -> [UInt8] {
    WireText.head(status: interim.status, reason: nil, fields: interim.headers)
  }
}

/// What follows from response and request together.
private struct Plan {
  let head: [UInt8]
  let hasBody: Bool
  let closing: [ScriptStep]

  init(_ response: LoopbackResponse, _ request: LoopbackRequest) {
    let isRaw = response.framing == .raw
    let isBodiless =
      request.method == "HEAD" || (100..<200).contains(response.status) || [204, 304].contains(response.status)
    let ending = Self.ending(response, request, hasBody: !isBodiless)
    hasBody = isRaw || !isBodiless
    head = WireText.head(
      status: response.status, reason: response.reason, fields: Self.fields(response, announcesClose: ending == .closes)
    )
    let isCut = hasBody && response.cut.map { $0.after < response.body.count } ?? false
    if case .chunked = response.framing, hasBody, !isCut {
      closing = [.send(WireText.lastChunk(response.trailers), isBody: false), .end(ending)]
    } else {
      closing = [.end(ending)]
    }
  }

  private static func ending(
    _ response: LoopbackResponse, _ request: LoopbackRequest, hasBody: Bool
  ) -> LoopbackResponse.Ending {
    if let cut = response.cut, hasBody || response.framing == .raw, cut.after < response.body.count {
      return cut.by == .resets ? .resets : .closes
    }
    guard response.ending == .keepsOpen, response.framing != .raw else { return response.ending }
    let isMisdeclared = response.declaredLength.map { $0 != response.body.count } ?? false
    if hasBody, isMisdeclared || response.framing == .untilClose { return .closes }
    return request.keepsConnection ? .keepsOpen : .closes
  }

  private static func fields(_ response: LoopbackResponse, announcesClose: Bool) -> HTTPHeaders {
    var fields = response.headers
    func add(_ name: String, _ value: String) {
      if fields[name] == nil { fields.append(name, value) }
    }
    switch response.framing {
    case .contentLength where (100..<200).contains(response.status) || [204, 304].contains(response.status): break
    case .contentLength: add("Content-Length", "\(response.declaredLength ?? response.body.count)")
    case .chunked: add("Transfer-Encoding", "chunked")
    case .untilClose, .raw: break
    }
    // A cut must come as a surprise: only a planned end is announced.
    if announcesClose, response.cut == nil { add("Connection", "close") }
    return fields
  }
}
