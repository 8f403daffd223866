extension RequestDefinition {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case method = "request_method"
    case requestFields = "request_headers"
    case requestBody = "request_body"
    case filename
    case query = "query_arg"
    case mode = "cache"
    case redirect
    case pausesAfter = "pause_after"
    case status = "response_status"
    case responseFields = "response_headers"
    case responseBody = "response_body"
    case delay = "response_pause"
    case disconnects = "disconnect"
    case hasMagicLocations = "magic_locations"
    case expectation = "expected_type"
    case expectedStatus = "expected_status"
    case expectedText = "expected_response_text"
    case expectedResponseFields = "expected_response_headers"
    case unexpectedResponseFields = "expected_response_headers_missing"
    case expectedRequestFields = "expected_request_headers"
    case expectedMethod = "expected_method"
    case checksBody = "check_body"
    case setup
    case setupChecks = "setup_tests"
  }

  /// - Throws: for a member that is not known here, too: a test must not pass because half of it was not read.
  init(from decoder: any Decoder) throws {
    for key in try decoder.container(keyedBy: AnyKey.self).allKeys where CodingKeys(rawValue: key.stringValue) == nil {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\(key.stringValue) is not known"))
    }
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func flag(_ key: CodingKeys) throws -> Bool { try values.decodeIfPresent(Bool.self, forKey: key) ?? false }
    method = try values.decodeIfPresent(String.self, forKey: .method) ?? "GET"
    requestFields = try values.decodeIfPresent([FieldDefinition].self, forKey: .requestFields) ?? []
    requestBody = try values.decodeIfPresent(String.self, forKey: .requestBody)
    let filename = try values.decodeIfPresent(String.self, forKey: .filename).map { "/\($0)" } ?? ""
    let query = try values.decodeIfPresent(String.self, forKey: .query).map { "?\($0)" } ?? ""
    suffix = filename + query
    validates = try values.decodeIfPresent(String.self, forKey: .mode) == "no-cache"
    followsRedirects = try values.decodeIfPresent(String.self, forKey: .redirect) != "manual"
    pausesAfter = try flag(.pausesAfter)
    status = try values.decodeIfPresent(StatusDefinition.self, forKey: .status)
    responseFields = try values.decodeIfPresent([FieldDefinition].self, forKey: .responseFields) ?? []
    responseBody = try values.decodeIfPresent(String.self, forKey: .responseBody)
    delay = .seconds(try values.decodeIfPresent(Int.self, forKey: .delay) ?? 0)
    disconnects = try flag(.disconnects)
    hasMagicLocations = try flag(.hasMagicLocations)
    expectation = try values.decodeIfPresent(Expectation.self, forKey: .expectation)
    expectedStatus = try values.expected(.expectedStatus)
    expectedText = try values.expected(.expectedText)
    expectedResponseFields = try values.decodeIfPresent([FieldExpectation].self, forKey: .expectedResponseFields) ?? []
    unexpectedResponseFields =
      try values.decodeIfPresent([FieldExpectation].self, forKey: .unexpectedResponseFields) ?? []
    expectedRequestFields = try values.decodeIfPresent([FieldExpectation].self, forKey: .expectedRequestFields) ?? []
    expectedMethod = try values.decodeIfPresent(String.self, forKey: .expectedMethod)
    checksBody = try values.decodeIfPresent(Bool.self, forKey: .checksBody) ?? true
    isSetupAlone = try flag(.setup)
    setupChecks = try values.decodeIfPresent([String].self, forKey: .setupChecks) ?? []
  }
}

extension KeyedDecodingContainer {
  fileprivate func expected<Value>(_ key: Key) throws -> Expected<Value> {
    guard contains(key) else { return .usual }
    return try decodeIfPresent(Value.self, forKey: key).map { .value($0) } ?? .any
  }
}

/// Any name of a member.
private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
