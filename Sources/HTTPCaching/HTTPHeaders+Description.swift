extension HTTPHeaders: CustomStringConvertible, CustomReflectable {
  private static let secrets = ["Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie"]

  /// The fields, with the values of those that hold credentials left out: fit for a log.
  public var description: String { "[\(shown.map { "\($0.0): \($0.1)" }.joined(separator: ", "))]" }

  /// What debuggers and `dump` show: the same as `description`.
  public var customMirror: Mirror { Mirror(self, children: shown.map { (label: $0.0, value: $0.1) }) }

  private var shown: [(String, String)] {
    fields.map { field in
      let isSecret = Self.secrets.contains { Self.isSame($0, field.name) }
      return (field.name, isSecret ? "…" : field.value)
    }
  }
}
