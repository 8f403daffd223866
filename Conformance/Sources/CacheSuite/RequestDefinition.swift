/// One request of a test: how the client makes it, how the origin answers it, what is expected of both.
struct RequestDefinition: Decodable, Sendable {
  enum Expectation: String, Decodable {
    case cached
    case notCached = "not_cached"
    case etagValidated = "etag_validated"
    case dateValidated = "lm_validated"

    /// The request field that the origin must see.
    var condition: String? {
      switch self {
      case .cached, .notCached: nil
      case .etagValidated: "If-None-Match"
      case .dateValidated: "If-Modified-Since"
      }
    }
  }

  // What the client sends.
  let method: String
  let requestFields: [FieldDefinition]
  let requestBody: String?
  /// What follows the test's own URL.
  let suffix: String
  let validates: Bool
  let followsRedirects: Bool
  let pausesAfter: Bool

  // How the origin answers.
  let status: StatusDefinition?
  /// As the origin has them: times become texts when they are sent.
  var responseFields: [FieldDefinition]
  let responseBody: String?
  let delay: Duration
  let disconnects: Bool
  let hasMagicLocations: Bool

  // What is expected.
  let expectation: Expectation?
  let expectedStatus: Expected<Int>
  let expectedText: Expected<String>
  let expectedResponseFields: [FieldExpectation]
  let unexpectedResponseFields: [FieldExpectation]
  let expectedRequestFields: [FieldExpectation]
  let expectedMethod: String?
  let checksBody: Bool
  let isSetupAlone: Bool
  let setupChecks: [String]

  /// Whether a failed check says that the test could not be made, rather than that the cache is wrong.
  func isSetup(_ key: CodingKeys) -> Bool { isSetupAlone || setupChecks.contains(key.rawValue) }
}

/// Status and reason.
struct StatusDefinition: Decodable, Sendable {
  let code: Int
  let reason: String

  init(_ code: Int, _ reason: String) { (self.code, self.reason) = (code, reason) }

  init(from decoder: any Decoder) throws {
    var parts = try decoder.unkeyedContainer()
    code = try parts.decode(Int.self)
    reason = try parts.decode(String.self)
  }
}

/// A value that a definition may leave out, and may set to nothing.
enum Expected<Value: Decodable & Sendable>: Sendable {
  /// Not spoken of: the usual one.
  case usual
  /// Any will do.
  case any
  case value(Value)
}
