extension Freshness {
  /// "fresh for 41 s more (max-age=60, age 19 s)"
  var reason: String {
    guard isTimeTrusted else { return "the clock was set since it was stored" }
    if isNoCache { return "the server wants each use validated (no-cache)" }
    if source == .none { return "nothing says how long it is fresh" }
    if lifetime > age {
      return "fresh for \(Self.span(lifetime - Double(wholeAge))) more (\(basis), age \(Self.span(age)))"
    }
    return "stale by \(Self.span(Double(wholeAge) - lifetime)) (\(basis), age \(Self.span(age)))"
  }

  private var basis: String {
    switch source {
    case .maxAge(let seconds): "max-age=\(seconds)"
    case .expires: lifetime > 0 ? "expires \(Self.span(lifetime)) after Date" : "expired when it came"
    case .invalidExpires: "Expires is no date"
    case .heuristic: "heuristic \(Self.span(lifetime))"
    case .fixed(let duration): "fixed \(Self.span(duration.inSeconds))"
    case .none: "no lifetime"
    }
  }

  private static func span(_ seconds: Double) -> SpanOfTime { SpanOfTime(seconds: seconds) }
}
