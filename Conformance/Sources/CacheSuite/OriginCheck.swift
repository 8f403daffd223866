import Alula

/// What is expected of the requests that reached the origin, and of their answers when they are compared with what it sent.
struct OriginCheck {
  let requests: [RequestDefinition]
  let responses: [SuiteResponse]
  let seen: [SeenRequest]

  /// What fetch() does not show, and what differs for no fault of a cache.
  private static let passedOver: Set = ["set-cookie", "set-cookie2", "date"]

  func run() throws(CheckFailure) {
    var next = 0
    for (index, definition) in requests.enumerated() {
      // The origin does not see it.
      if definition.expectation == .cached { continue }
      let request = next < seen.count ? seen[next] : nil
      next += 1
      try check(definition, index + 1, request, responses[index])
    }
  }

  private func check(
    _ definition: RequestDefinition, _ number: Int, _ request: SeenRequest?, _ response: SuiteResponse
  ) throws(CheckFailure) {
    guard let request else {
      let isNeeded =
        definition.expectation == .notCached || !definition.expectedRequestFields.isEmpty
        || definition.expectedMethod != nil
      guard isNeeded || definition.expectation?.condition != nil else { return }
      // The suite stumbles over the missing record, except where it looks for a condition.
      let isSetup = definition.expectation?.condition != nil && definition.isSetup(.expectation)
      throw CheckFailure(kind: isSetup ? .setup : .assertion, message: "request \(number) did not reach the origin")
    }
    if definition.expectation == .notCached {
      try CheckFailure.check(request.number == number, isSetup: definition.isSetup(.expectation)) {
        "response \(number) comes from the cache"
      }
    }
    if let condition = definition.expectation?.condition {
      try CheckFailure.check(request.headers[condition] != nil, isSetup: definition.isSetup(.expectation)) {
        "request \(number) has no \(condition)"
      }
    }
    for expectation in definition.expectedRequestFields { try check(expectation, definition, number, request) }
    try compare(request, number, response)
    if let method = definition.expectedMethod {
      try CheckFailure.check(request.method == method, isSetup: definition.isSetup(.expectedMethod)) {
        "request \(number) had the method \(request.method), not \(method)"
      }
    }
  }

  private func check(
    _ expectation: FieldExpectation, _ definition: RequestDefinition, _ number: Int, _ request: SeenRequest
  ) throws(CheckFailure) {
    let isSetup = definition.isSetup(.expectedRequestFields)
    func check(_ name: String, _ holds: (String?) -> Bool) throws(CheckFailure) {
      let values = request.headers.values(name)
      let value = values.isEmpty ? nil : values.joined(separator: ", ")
      try CheckFailure.check(holds(value), isSetup: isSetup) { "request \(number) has \(name): \(value ?? "nothing")" }
    }
    switch expectation {
    case .present(let name): try check(name) { $0 != nil }
    case .value(let name, .text(let text)): try check(name) { $0 == text }
    case .value(let name, .number), .same(let name, _), .larger(let name, _):
      // No request is checked in this way.
      try check(name) { _ in false }
    }
  }

  private func compare(_ request: SeenRequest, _ number: Int, _ response: SuiteResponse) throws(CheckFailure) {
    for (name, value) in request.compared where !Self.passedOver.contains(name.lowercased()) {
      try CheckFailure.check(response[name] == value, isSetup: true) {
        "response \(number) has \(name): \(response[name] ?? "nothing"), not \(value)"
      }
    }
  }
}
