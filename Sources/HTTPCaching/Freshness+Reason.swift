extension Freshness {
  /// "fresh for 41 s more (max-age=60, age 19 s)"
  var reason: String {
    guard isTimeTrusted else { return "the clock was set since it was stored" }
    if isNoCache { return "the server wants each use validated (no-cache)" }
    if source == .none { return "nothing says how long it is fresh" }
    if lifetime > age {
      return "fresh for \(Self.whole(lifetime - Double(wholeAge))) s more (\(basis), age \(wholeAge) s)"
    }
    return "stale by \(Self.whole(Double(wholeAge) - lifetime)) s (\(basis), age \(wholeAge) s)"
  }

  private var basis: String {
    switch source {
    case .maxAge(let seconds): "max-age=\(seconds)"
    case .expires: lifetime > 0 ? "expires \(Self.whole(lifetime)) s after Date" : "expired when it came"
    case .invalidExpires: "Expires is no date"
    case .heuristic: "heuristic \(Self.whole(lifetime)) s"
    case .fixed(let duration): "fixed \(Self.whole(duration.inSeconds)) s"
    case .none: "no lifetime"
    }
  }

  private static func whole(_ seconds: Double) -> Int { Int(min(max(seconds, 0), 1e15)) }
}
