/// What the command line says.
struct DemoOptions {
  var entries = 80
  var output = "out"
  var isVerbose = false
  var wantsHelp = false

  static let help = """
    Loads a feed of pictures from a server inside this process: cold, warm, with faults, and again without them.
    Needs no network but 127.0.0.1. Ends with 1 when a promise of the library is broken.

    usage: FeedDemo [--entries N] [--output DIR] [--verbose]

      --entries N    rows of the feed, 1 to 600 (default 80; the traps are in the first 68)
      --output DIR   where the contact sheets go (default out)
      --verbose      a line for every row of every run
      --help         this text

    """

  /// The largest feed whose pictures fit the memory cache's default cap of 100 MB.
  private static let entriesAllowed = 1...600

  /// - Throws: `UsageError` for what is not an option or not a number.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--verbose": isVerbose = true
      case "--help", "-h": wantsHelp = true
      case "--output": output = try Self.value(of: option, &rest)
      case "--entries":
        let text = try Self.value(of: option, &rest)
        guard let number = Int(text), Self.entriesAllowed.contains(number) else {
          throw UsageError(message: "--entries needs a number from 1 to 600, not \(text).")
        }
        entries = number
      default: throw UsageError(message: "There is no option \(option).")
      }
    }
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> String {
    guard let value = rest.popFirst(), !value.isEmpty else { throw UsageError(message: "\(option) needs a value.") }
    return value
  }
}

/// A command line that cannot be followed.
struct UsageError: Error {
  let message: String
}
