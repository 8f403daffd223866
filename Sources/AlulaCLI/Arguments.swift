/// Takes options out of a command line: `--name`, `--name VALUE`, `--name=VALUE`; `--` ends them.
struct Arguments {
  private var rest: [String]
  private let literal: [String]

  init(_ arguments: [String]) {
    let parts = arguments.split(separator: "--", maxSplits: 1, omittingEmptySubsequences: false)
    rest = parts.first.map(Array.init) ?? []
    literal = parts.count > 1 ? Array(parts[1]) : []
  }

  /// Whether `name` is there.
  mutating func takeFlag(_ name: String) -> Bool {
    let count = rest.count
    rest.removeAll { $0 == name }
    return rest.count < count
  }

  /// The value of `name`, or `nil` when it is not there.
  mutating func takeValue(_ name: String) throws(UsageError) -> String? {
    if let index = rest.firstIndex(where: { $0.hasPrefix(name + "=") }) {
      return String(rest.remove(at: index).dropFirst(name.count + 1))
    }
    guard let index = rest.firstIndex(of: name) else { return nil }
    guard index + 1 < rest.count else { throw UsageError(message: "\(name) needs a value.") }
    let value = rest.remove(at: index + 1)
    rest.remove(at: index)
    return value
  }

  /// What is left: the names of files and URLs. Unknown options and empty names are an error.
  func names() throws(UsageError) -> [String] {
    if let unknown = rest.first(where: { $0.hasPrefix("-") && $0 != "-" }) {
      throw UsageError(message: "There is no option \(unknown).")
    }
    let names = rest + literal
    guard !names.contains("") else { throw UsageError(message: "An empty name is no file and no URL.") }
    return names
  }
}
