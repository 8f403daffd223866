import CacheClient
import Foundation

/// One run of one test.
struct TestRun: Sendable {
  let test: TestDefinition
  let client: CacheClient
  let origin: SuiteOrigin
  /// Names the test's URL: no test answers another's.
  private let token = UUID().uuidString.lowercased()

  /// Between two requests of which the second must be later.
  private static let pause = Duration.seconds(3)
  /// The longest that an answer may take.
  private static let patience = Duration.seconds(10)

  /// What went wrong; `nil` when all is as the test expects.
  func run() async -> CheckFailure? {
    origin.begin(test, token: token)
    do throws(CheckFailure) {
      var responses: [SuiteResponse] = []
      for (index, definition) in test.requests.enumerated() {
        let response = SuiteResponse(try await answer(definition, number: index + 1))
        responses.append(response)
        try ResponseCheck(definition: definition, number: index + 1, response: response, token: token).run()
        if definition.pausesAfter { try? await Task.sleep(for: Self.pause) }
      }
      try OriginCheck(requests: test.requests, responses: responses, seen: origin.seen(token)).run()
      return nil
    } catch { return error }
  }

  private func answer(_ definition: RequestDefinition, number: Int) async throws(CheckFailure) -> CacheAnswer {
    var call = CacheCall(url: origin.url(token, definition.suffix))
    call.method = definition.method
    call.body = definition.requestBody
    call.validates = definition.validates
    call.followsRedirects = definition.followsRedirects
    call.fields = fields(definition, number)
    let result = await Self.answer(call, client)
    switch result {
    case .success(let answer): return answer
    case .failure(let failure): throw failure
    }
  }

  private static func answer(_ call: CacheCall, _ client: CacheClient) async -> Result<CacheAnswer, CheckFailure> {
    await withTaskGroup(of: Result<CacheAnswer, CheckFailure>.self) { group in
      group.addTask {
        do { return .success(try await client.answer(call)) } catch {
          return .failure(CheckFailure(kind: .noAnswer, message: "\(error)"))
        }
      }
      group.addTask {
        try? await Task.sleep(for: patience)
        return .failure(CheckFailure(kind: .timeout, message: "no answer within \(patience)"))
      }
      defer { group.cancelAll() }
      return await group.next() ?? .failure(CheckFailure(kind: .noAnswer, message: "no answer"))
    }
  }

  /// As fetch() hands them on: values trimmed, repeats joined.
  private func fields(_ definition: RequestDefinition, _ number: Int) -> [HeaderField] {
    var fields: [HeaderField] = []
    for field in definition.requestFields {
      let value = field.value.text(of: field.name, now: SuiteDate.now).trimmingCharacters(in: .whitespaces)
      if let index = fields.firstIndex(where: { $0.name.lowercased() == field.name.lowercased() }) {
        fields[index] = HeaderField(name: fields[index].name, value: "\(fields[index].value), \(value)")
      } else {
        fields.append(HeaderField(name: field.name, value: value))
      }
    }
    return fields + [
      HeaderField(name: "Test-Name", value: test.name), HeaderField(name: "Test-ID", value: test.id),
      HeaderField(name: "Req-Num", value: "\(number)"),
    ]
  }
}
