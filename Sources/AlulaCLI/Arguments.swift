/// Takes options out of a command line: `--name`, `--name VALUE`, `--name=VALUE`; `--` ends them.
struct Arguments {
  private var rest: [String]
  private let literal: [String]
  /// Names of options without a value that were asked for.
  private var flags: Set<String> = []

  init(_ arguments: [String]) {
    let parts = arguments.split(separator: "--", maxSplits: 1, omittingEmptySubsequences: false)
    rest = parts.first.map(Array.init) ?? []
    literal = parts.count > 1 ? Array(parts[1]) : []
  }

  /// Whether `name` is there.
  mutating func takeFlag(_ name: String) -> Bool {
    flags.insert(name)
    let count = rest.count
    rest.removeAll { $0 == name }
    return rest.count < count
  }

  /// The value of `name`, or `nil` when it is not there.
  mutating func takeValue(_ name: String) throws(UsageError) -> String? {
    guard let value = try takeFirst(name) else { return nil }
    guard try takeFirst(name) == nil else { throw UsageError(message: "\(name) is given twice.") }
    return value
  }

  /// Every value of an option that may be given more than once.
  mutating func takeValues(_ name: String) throws(UsageError) -> [String] {
    var values: [String] = []
    while let value = try takeFirst(name) { values.append(value) }
    return values
  }

  private mutating func takeFirst(_ name: String) throws(UsageError) -> String? {
    guard let index = rest.firstIndex(where: { $0 == name || $0.hasPrefix(name + "=") }) else { return nil }
    guard rest[index] == name else { return String(rest.remove(at: index).dropFirst(name.count + 1)) }
    guard index + 1 < rest.count else { throw UsageError(message: "\(name) needs a value.") }
    let value = rest[index + 1]
    guard !Self.isOption(value) else {
      let value = PictureAddress.printable(value)
      throw UsageError(message: "\(name) needs a value before \(value); if that is the value, write \(name)=\(value).")
    }
    rest.removeSubrange(index...(index + 1))
    return value
  }

  /// Whether `text` looks like an option: "-" alone and negative numbers do not.
  private static func isOption(_ text: String) -> Bool {
    text.first == "-" && text.dropFirst().first.map { $0 == "-" || $0.isLetter } ?? false
  }

  /// What is left: the names of files and URLs. Unknown options and empty names are an error.
  func names() throws(UsageError) -> [String] {
    if let unknown = rest.first(where: { $0.hasPrefix("-") && $0 != "-" }) {
      let name = String(unknown.prefix { $0 != "=" })
      if name != unknown, flags.contains(name) { throw UsageError(message: "\(name) takes no value.") }
      throw UsageError(message: "There is no option \(PictureAddress.printable(name)).")
    }
    let names = rest + literal
    guard !names.contains("") else { throw UsageError(message: "An empty name is no file and no URL.") }
    return names
  }
}

extension UsageError {
  /// That `value` is nothing the option takes.
  static func wrong(_ name: String, takes forms: String, not value: String) -> UsageError {
    UsageError(message: "\(name) takes \(forms), not \"\(PictureAddress(value).label)\".")
  }
}
