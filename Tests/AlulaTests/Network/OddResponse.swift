import Alula
import Testing

/// A server's answer as bytes, and what must come of it.
struct OddResponse: Sendable, CustomTestStringConvertible {
  enum Ending { case close, reset, wait }

  let name: String
  var answer: [UInt8]
  var ending = Ending.close
  var status: Int?
  var version = "1.1"
  var header: (name: String, values: [String])?
  var body: String?
  /// `nil`: it ends well.
  var code: TransportError.Code?

  init(_ name: String, _ answer: String) {
    self.name = name
    self.answer = Array(answer.utf8)
  }

  var testDescription: String { name }

  func ends(_ status: Int, _ body: String, version: String = "1.1") -> OddResponse {
    var copy = self
    (copy.status, copy.body, copy.version) = (status, body, version)
    return copy
  }

  func fails(_ code: TransportError.Code, status: Int? = nil) -> OddResponse {
    var copy = self
    (copy.code, copy.status) = (code, status)
    return copy
  }

  func has(_ name: String, _ values: String...) -> OddResponse {
    var copy = self
    copy.header = (name, values)
    return copy
  }

  func then(_ ending: Ending) -> OddResponse {
    var copy = self
    copy.ending = ending
    return copy
  }

  func with(_ bytes: [UInt8]) -> OddResponse {
    var copy = self
    copy.answer += bytes
    return copy
  }
}
