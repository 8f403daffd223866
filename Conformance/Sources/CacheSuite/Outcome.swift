/// What came of a test, in the suite's words.
package enum Outcome: String, Sendable {
  case pass, fail, yes, no, retry, untested
  case optionalFail = "optional_fail"
  case setupFail = "setup_fail"
  case harnessFail = "harness_fail"
  case dependencyFail = "dependency_fail"

  /// Whether tests that depend on this one say something.
  var isGood: Bool { self == .pass || self == .yes }

  init(_ kind: TestDefinition.Kind, _ failure: CheckFailure?) {
    switch failure?.kind {
    case .setup: self = .setupFail
    case .retry: self = .retry
    case .timeout: self = .harnessFail
    case .assertion, .noAnswer, nil:
      switch kind {
      case .required: self = failure == nil ? .pass : .fail
      case .optimal: self = failure == nil ? .pass : .optionalFail
      case .check: self = failure == nil ? .yes : .no
      }
    }
  }
}
