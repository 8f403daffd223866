import CacheClient
import Foundation

/// One line for the harness: an answer, or that none came.
struct DriverAnswer: Encodable {
  var id: Int?
  var status: Int?
  var headers: [[String]]?
  var body: String?
  var error: String?

  init(id: Int, _ answer: CacheAnswer) {
    self.id = id
    status = answer.status
    headers = answer.fields.map { [$0.name, Latin1.codePoints($0.value)] }
    body = String(decoding: answer.body, as: UTF8.self)
  }

  init(id: Int?, error: String) {
    self.id = id
    self.error = error
  }
}
