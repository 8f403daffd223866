package import Foundation

/// The tests of the package cache suite, as data (`cache-tests/tests.json`).
package struct SuiteDefinition: Decodable, Sendable {
  package let suites: [Group]

  /// Tests about one thing.
  package struct Group: Decodable, Sendable {
    package let id: String
    package let tests: [TestDefinition]
  }

  /// Reads a file of definitions.
  package init(contentsOf file: URL) throws {
    self = try JSONDecoder().decode(SuiteDefinition.self, from: Data(contentsOf: file))
  }

  /// Every test, in order.
  package var tests: [TestDefinition] { suites.flatMap(\.tests) }
}

/// One test: requests that follow each other, and what must come of them.
package struct TestDefinition: Decodable, Sendable {
  /// How a test counts.
  package enum Kind: String, Decodable, Sendable {
    /// HTTP demands it.
    case required
    /// A good cache does it.
    case optimal
    /// Neither answer is wrong.
    case check
  }

  package let id: String
  package let name: String
  package let kind: Kind
  /// Tests without whose success this one says nothing.
  package let dependencies: [String]
  let requests: [RequestDefinition]

  private enum CodingKeys: String, CodingKey {
    case id, name, kind, requests
    case dependencies = "depends_on"
  }
}
