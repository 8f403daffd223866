import Alula
import AlulaTesting

/// A request as the origin saw it, and what of its answer the client must see unchanged.
struct SeenRequest: Sendable {
  let number: Int?
  let method: String
  let headers: HTTPHeaders
  var compared: [(name: String, value: String)] = []
}

/// One test on the origin's side.
struct OriginSession: Sendable {
  let token: String
  private(set) var requests: [RequestDefinition]
  private(set) var seen: [SeenRequest] = []

  init(token: String, requests: [RequestDefinition]) {
    self.token = token
    self.requests = requests
  }

  /// - Parameter now: milliseconds since 1970.
  mutating func answer(_ request: LoopbackRequest, now: Int) -> LoopbackResponse {
    let number = request.headers["Req-Num"].flatMap { Number.leading($0) }
    let index = (number ?? seen.count + 1) - 1
    guard requests.indices.contains(index) else { return .status(409) }
    let status = status(of: index, to: request)
    var record = SeenRequest(number: number, method: request.method, headers: request.headers)
    var headers: HTTPHeaders = [
      "Server-Base-Url": request.target, "Server-Request-Count": "\(seen.count + 1)",
      "Client-Request-Count": number.map { "\($0)" } ?? "NaN", "Server-Now": "\(now)",
    ]
    setFields(of: index, request.target, now, &headers, &record)
    seen.append(record)
    headers.append("Request-Numbers", seen.map { $0.number.map { "\($0)" } ?? "null" }.joined(separator: " "))
    if headers["Content-Type"] == nil { headers.append("Content-Type", "text/plain") }
    if headers["Date"] == nil { headers.append("Date", SuiteDate.text(now)) }
    return response(to: request, requests[index], status, headers)
  }

  /// 304 when the condition is the one that the answer before allows; 999 when there should have been one.
  private func status(of index: Int, to request: LoopbackRequest) -> StatusDefinition {
    let definition = requests[index]
    guard definition.expectation?.condition != nil else { return definition.status ?? StatusDefinition(200, "OK") }
    let previous = index > 0 ? requests[index - 1].responseFields : []
    let isUnchanged = [("Last-Modified", "If-Modified-Since"), ("ETag", "If-None-Match")].contains { field, condition in
      let last = previous.last { $0.name.lowercased() == field.lowercased() }
      guard case .text(let value) = last?.value else { return false }
      return request.headers.values(condition).joined(separator: ", ") == value
    }
    return isUnchanged ? StatusDefinition(304, "Not Modified") : StatusDefinition(999, "304 Not Generated")
  }

  private mutating func setFields(
    of index: Int, _ target: String, _ now: Int, _ headers: inout HTTPHeaders, _ record: inout SeenRequest
  ) {
    for position in requests[index].responseFields.indices {
      let field = requests[index].responseFields[position]
      var value = field.value.text(of: field.name, now: now)
      if requests[index].hasMagicLocations, ["location", "content-location"].contains(field.name.lowercased()) {
        value = value.isEmpty ? target : "\(target)/\(value)"
      }
      // Kept: the next request's condition is compared with what was sent.
      requests[index].responseFields[position].value = .text(value)
      headers.append(field.name, value)
      guard field.isCompared else { continue }
      record.compared.removeAll { $0.name == field.name }
      record.compared.append((field.name, headers.values(field.name).joined(separator: ", ")))
    }
  }

  private func response(
    to request: LoopbackRequest, _ definition: RequestDefinition, _ status: StatusDefinition, _ headers: HTTPHeaders
  ) -> LoopbackResponse {
    if definition.disconnects { return .raw("").with { $0.delay = definition.delay } }
    let text =
      [204, 304].contains(status.code) ? "" : definition.responseBody.flatMap { $0.isEmpty ? nil : $0 } ?? token
    return LoopbackResponse(status.code, headers: headers, body: .text(text)).with { response in
      response.reason = status.reason
      response.delay = definition.delay
      // A coding that nobody knows, or an answer to HEAD, comes without a length; a length that is not the body's ends the connection.
      if headers["Transfer-Encoding"] != nil || request.method == "HEAD" { response.framing = .untilClose }
      let isHonest = headers["Content-Length"].map { $0 == "\(text.utf8.count)" } ?? true
      if !isHonest, request.method != "HEAD", !text.isEmpty { response.ending = .closes }
    }
  }
}
