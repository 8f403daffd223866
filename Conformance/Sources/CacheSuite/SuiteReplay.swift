package import CacheClient

/// Plays the suite's tests against a client, with an origin of its own.
package struct SuiteReplay: Sendable {
  /// What came of one test.
  package struct Result: Sendable {
    package let test: TestDefinition
    package let outcome: Outcome
    /// What was wrong, for people.
    package let reason: String?
  }

  private let suite: SuiteDefinition

  /// Plays these tests.
  package init(_ suite: SuiteDefinition) { self.suite = suite }

  /// Runs every test, `width` at a time: the pauses in them are real time.
  /// - Returns: the results in the order of the tests.
  package func run(_ client: CacheClient, width: Int) async throws -> [Result] {
    let origin = try SuiteOrigin()
    var failures: [String: CheckFailure] = [:]
    var waiting = suite.tests[...]
    while !waiting.isEmpty {
      let chunk = waiting.prefix(max(1, width))
      waiting = waiting.dropFirst(chunk.count)
      await withTaskGroup(of: (String, CheckFailure?).self) { group in
        for test in chunk {
          group.addTask { (test.id, await TestRun(test: test, client: client, origin: origin).run()) }
        }
        for await (id, failure) in group { failures[id] = failure }
      }
    }
    let tests = Dictionary(suite.tests.map { ($0.id, $0) }) { first, _ in first }
    return suite.tests.map { test in
      Result(test: test, outcome: outcome(test, tests, failures), reason: failures[test.id]?.message)
    }
  }

  private func outcome(
    _ test: TestDefinition, _ tests: [String: TestDefinition], _ failures: [String: CheckFailure]
  ) -> Outcome {
    let isGrounded = test.dependencies.allSatisfy { id in
      tests[id].map { outcome($0, tests, failures).isGood } ?? false
    }
    return isGrounded ? Outcome(test.kind, failures[test.id]) : .dependencyFail
  }
}
