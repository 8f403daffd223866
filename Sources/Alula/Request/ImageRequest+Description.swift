extension ImageRequest: CustomStringConvertible, CustomReflectable {
  /// The source without user name, query and data, and the target: fit for a log.
  public var description: String {
    let size = target.map { " at \($0.width)×\($0.height) points, scale \($0.scale), \($0.mode)" } ?? ""
    return (source.redacted ?? "data in memory") + size
  }

  /// What debuggers and `dump` show: no query, no credentials.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "source": source.redacted ?? "data in memory", "target": target as Any, "priority": priority,
        "cachePolicy": cachePolicy, "headers": headers, "method": method,
      ])
  }
}
