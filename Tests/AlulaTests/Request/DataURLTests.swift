import Foundation
import Testing

@testable import Alula

@Suite struct DataURLTests {
  @Test(arguments: [
    (",hello", "hello"), ("text/plain,a%20b%2Cc", "a b,c"), (";base64,aGVsbG8=", "hello"),
    ("image/png;base64,aGVsbG8", "hello"), ("image/png;BASE64,aGVs\n bG8=", "hello"),
    ("image/svg+xml;charset=utf-8,%3Csvg%3E", "<svg>"), (";base64,aGVsbG8%3D", "hello"), ("a;base64;x=y,aGk", "aGk"),
    (",100%", "100%"),
  ])
  func `a data URL gives its bytes (RFC 2397)`(text: String, expected: String) throws {
    #expect(try DataURL.decode(text[...]) == Data(expected.utf8))
  }

  @Test(arguments: [
    ("image/png", LoadError.Code.invalidRequest), ("", .invalidRequest), (";base64,a", .invalidRequest),
    (";base64,****", .invalidRequest), (",", .empty), (";base64,", .empty), (";base64,====", .empty),
  ])
  func `a bad data URL is an error`(text: String, code: LoadError.Code) {
    #expect { try DataURL.decode(text[...]) } throws: { ($0 as? LoadError)?.code == code }
  }
}
