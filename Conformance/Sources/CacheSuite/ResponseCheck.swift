/// What is expected of one answer. The order is the suite's: the first thing that is wrong decides what is said of a test.
struct ResponseCheck {
  let definition: RequestDefinition
  /// 1 for the first request of a test.
  let number: Int
  let response: SuiteResponse
  /// The body where a definition names none.
  let token: String

  func run() throws(CheckFailure) {
    try checkRetries()
    try checkOrigin()
    try checkStatus()
    for expectation in definition.expectedResponseFields { try check(expectation) }
    for expectation in definition.unexpectedResponseFields {
      // The suite's check of a value that must be missing has no effect, and the same must come of it here.
      guard case .present(let name) = expectation else { continue }
      try CheckFailure.check(response[name] == nil, isSetup: definition.isSetup(.unexpectedResponseFields)) {
        "response \(number) has \(name)"
      }
    }
    try checkBody()
  }

  private func checkRetries() throws(CheckFailure) {
    let numbers = response["Request-Numbers"]?.split(separator: " ").map { Number.leading(String($0)) } ?? []
    guard numbers.count == Set(numbers).count else { throw CheckFailure(kind: .retry, message: "retry") }
  }

  private func checkOrigin() throws(CheckFailure) {
    let isSetup = definition.isSetup(.expectation)
    let count = response.serverCount
    switch definition.expectation {
    case .cached:
      // Some caches leave the count out of a 304.
      if response.status == 304, count == nil { return }
      try CheckFailure.check(count.map { $0 < number } ?? false, isSetup: isSetup) {
        "response \(number) does not come from the cache"
      }
    case .notCached:
      try CheckFailure.check(count == number, isSetup: isSetup) { "response \(number) comes from the cache" }
    case .etagValidated, .dateValidated, nil: break
    }
  }

  private func checkStatus() throws(CheckFailure) {
    func check(_ status: Int, isSetup: Bool) throws(CheckFailure) {
      try CheckFailure.check(response.status == status, isSetup: isSetup) {
        "response \(number) has status \(response.status), not \(status)"
      }
    }
    switch definition.expectedStatus {
    case .any: break
    case .value(let status): try check(status, isSetup: definition.isSetup(.expectedStatus))
    case .usual:
      if let status = definition.status { return try check(status.code, isSetup: true) }
      // What the origin says in place of a 304.
      try CheckFailure.check(response.status != 999, isSetup: definition.isSetup(.expectation)) {
        "request \(number) should have been conditional"
      }
      try check(200, isSetup: true)
    }
  }

  private func check(_ expectation: FieldExpectation) throws(CheckFailure) {
    let isSetup = definition.isSetup(.expectedResponseFields)
    func check(_ condition: Bool, _ name: String) throws(CheckFailure) {
      try CheckFailure.check(condition, isSetup: isSetup) {
        "response \(number) has \(name): \(response[name] ?? "nothing")"
      }
    }
    switch expectation {
    case .present(let name): try check(response[name] != nil, name)
    case .value(let name, let value): try check(response[name] == text(of: name, value), name)
    case .same(let name, let other): try check(response[name] != nil && response[name] == response[other], name)
    case .larger(let name, let than):
      try check(response[name].flatMap { Number.leading($0) }.map { $0 > than } ?? false, name)
    }
  }

  private func text(of name: String, _ value: FieldValue) -> String {
    let text = value.text(of: name, now: response.serverNow)
    guard definition.hasMagicLocations, ["location", "content-location"].contains(name.lowercased()) else {
      return text
    }
    let base = response["Server-Base-Url"] ?? ""
    return text.isEmpty ? base : "\(base)/\(text)"
  }

  private func checkBody() throws(CheckFailure) {
    guard definition.checksBody else { return }
    func check(_ text: String, isSetup: Bool) throws(CheckFailure) {
      try CheckFailure.check(response.body == text, isSetup: isSetup) {
        "the body of response \(number) is \"\(response.body)\", not \"\(text)\""
      }
    }
    switch definition.expectedText {
    case .any: break
    case .value(let text): try check(text, isSetup: definition.isSetup(.expectedText))
    case .usual:
      if let text = definition.responseBody { return try check(text, isSetup: true) }
      guard ![204, 304].contains(response.status), definition.method != "HEAD" else { return }
      try check(token, isSetup: true)
    }
  }
}
