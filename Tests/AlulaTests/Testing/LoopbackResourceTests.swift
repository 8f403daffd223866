import Alula
import AlulaTesting
import Testing

@Suite struct LoopbackResourceTests {
  private let server: LoopbackServer
  private static let body = Array("0123456789".utf8)

  init() throws {
    server = try LoopbackServer()
    server.on(
      "/a",
      LoopbackResource(
        .bytes(Self.body), type: "image/png", etag: "\"v1\"", lastModified: "Mon, 01 Jan 2024 00:00:00 GMT"))
  }

  @Test(arguments: [
    ("bytes=0-3", 206, "0123", "bytes 0-3/10"), ("bytes=7-", 206, "789", "bytes 7-9/10"),
    ("bytes=-2", 206, "89", "bytes 8-9/10"), ("bytes=-99", 206, "0123456789", "bytes 0-9/10"),
    ("bytes=9-99", 206, "9", "bytes 9-9/10"), ("bytes=10-", 416, "416 Range Not Satisfiable\n", "bytes */10"),
    ("bytes=-0", 416, "416 Range Not Satisfiable\n", "bytes */10"), ("bytes=5-4", 200, "0123456789", nil),
    ("bytes=0-1,3-4", 200, "0123456789", nil), ("lines=0-1", 200, "0123456789", nil),
    ("bytes=-", 200, "0123456789", nil), ("bytes=a-b", 200, "0123456789", nil),
  ])
  func `a range is answered as RFC 9110 says`(range: String, status: Int, body: String, contentRange: String?) throws {
    let answer = try RawClient(port: server.port).fetch("/a", "Range: \(range)\r\n")
    #expect(answer.status == status)
    #expect(answer.text == body)
    #expect(answer["Content-Range"] == contentRange)
  }

  @Test(arguments: [
    ("\"v1\"", 206), ("\"v2\"", 200), ("W/\"v1\"", 200), ("Mon, 01 Jan 2024 00:00:00 GMT", 206),
    ("Mon, 01 Jan 2024 00:00:01 GMT", 200),
  ])
  func `If-Range gives the part only when nothing changed`(condition: String, status: Int) throws {
    let answer = try RawClient(port: server.port).fetch("/a", "Range: bytes=1-2\r\nIf-Range: \(condition)\r\n")
    #expect(answer.status == status)
  }

  @Test(arguments: [
    ("If-None-Match: \"v1\"", 304), ("If-None-Match: W/\"v1\"", 304), ("If-None-Match: \"x\", \"v1\"", 304),
    ("If-None-Match: *", 304), ("If-None-Match: \"v2\"", 200),
    ("If-Modified-Since: Mon, 01 Jan 2024 00:00:00 GMT", 304),
    ("If-None-Match: \"v2\"\r\nIf-Modified-Since: Mon, 01 Jan 2024 00:00:00 GMT", 200),
  ])
  func `a condition that holds is answered with 304`(field: String, status: Int) throws {
    let client = try RawClient(port: server.port)
    let answer = try client.fetch("/a", "\(field)\r\n")
    #expect(answer.status == status)
    #expect(answer["ETag"] == "\"v1\"")
    #expect(answer.body == (status == 200 ? Self.body : []))
    #expect(try client.fetch("/a").status == 200)
  }

  @Test func `another method than GET and HEAD is refused`() throws {
    let answer = try RawClient(port: server.port).fetch("/a", method: "DELETE")
    #expect(answer.status == 405)
    #expect(answer["Allow"] == "GET, HEAD")
  }

  @Test func `a resource without ranges answers whole`() throws {
    var resource = LoopbackResource(.bytes(Self.body))
    resource.acceptsRanges = false
    server.on("/b", resource)
    let answer = try RawClient(port: server.port).fetch("/b", "Range: bytes=1-2\r\n")
    #expect(answer.status == 200)
    #expect(answer["Accept-Ranges"] == nil)
  }
}
