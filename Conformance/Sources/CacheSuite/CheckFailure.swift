/// Why a test did not come to a good end.
struct CheckFailure: Error {
  enum Kind {
    /// The test could not be made.
    case setup
    /// The client sent one request twice.
    case retry
    /// The cache did not do what was expected.
    case assertion
    /// No answer came: an error, or nothing in time.
    case noAnswer
    case timeout
  }

  let kind: Kind
  let message: String

  /// Throws when `condition` does not hold.
  static func check(_ condition: Bool, isSetup: Bool, _ message: () -> String) throws(CheckFailure) {
    guard !condition else { return }
    throw CheckFailure(kind: isSetup ? .setup : .assertion, message: message())
  }
}
