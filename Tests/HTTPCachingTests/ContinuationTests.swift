import Foundation
import Testing

@testable import HTTPCaching

/// RFC 9110 sections 13.1.5 and 14: when the rest of a body may be asked for, and what is that rest.
@Suite struct ContinuationTests {
  private func continuation(
    _ headers: HTTPHeaders, status: Int = 200, received: Int = 4, request: CacheRequest = get()
  ) -> Continuation? {
    Continuation(status: status, headers: headers, request: request, received: received, now: start)
  }

  private let tagged: HTTPHeaders = ["ETag": "\"a\"", "Content-Length": "10"]

  @Test func `the rest is asked for with the validator, without conditions`() {
    let fields = continuation(tagged)?.fields(["Accept": "image/*", "If-None-Match": "\"old\""])
    #expect(fields == ["Accept": "image/*", "Range": "bytes=4-", "If-Range": "\"a\""])
  }

  @Test(
    arguments: [
      ["ETag": "W/\"a\""], ["ETag": "a"], [:], ["ETag": "\"a\"", "Content-Encoding": "gzip"],
      ["ETag": "\"a\"", "Accept-Ranges": "none"], ["ETag": "\"a\"", "Content-Length": "4"],
      ["Last-Modified": date(-3000)], ["Last-Modified": date(-59), "Date": date(0)],
      ["ETag": "W/\"a\"", "Last-Modified": date(-3000), "Date": date(0)],
    ] as [HTTPHeaders])
  func `there is no rest to ask for`(headers: HTTPHeaders) { #expect(continuation(headers) == nil) }

  @Test func `nor of other answers, of nothing, of other methods, or of a range that the client chose`() {
    #expect(continuation(tagged, status: 404) == nil && continuation(tagged, received: 0) == nil)
    #expect(continuation(tagged, request: CacheRequest(method: "POST", url: get().url)) == nil)
    #expect(continuation(tagged, request: get(["Range": "bytes=0-5"])) == nil)
  }

  @Test func `a part is continued where it ended`() {
    let part: HTTPHeaders = ["ETag": "\"a\"", "Content-Range": "bytes 5-99/100"]
    #expect(continuation(part, status: 206)?.position == 9)
    #expect(continuation(part, status: 206, received: 95) == nil)
    #expect(continuation(["ETag": "\"a\""], status: 206) == nil)
  }

  @Test(
    arguments: [
      (206, ["ETag": "\"a\"", "Content-Range": "bytes 4-9/10"], true),
      (206, ["ETag": "\"a\"", "Content-Range": "bytes 4-9/10", "Content-Length": "6"], true),
      (206, ["ETag": "\"a\"", "Content-Range": "bytes 4-9/10", "Content-Length": "7"], false),
      (206, ["ETag": "\"b\"", "Content-Range": "bytes 4-9/10"], false), (206, ["Content-Range": "bytes 4-9/10"], false),
      (206, ["ETag": "\"a\"", "Content-Range": "bytes 3-9/10"], false),
      (206, ["ETag": "\"a\"", "Content-Range": "bytes 5-9/10"], false),
      (206, ["ETag": "\"a\"", "Content-Range": "bytes 4-8/10"], false),
      (206, ["ETag": "\"a\"", "Content-Range": "bytes 4-10/11"], false),
      (206, ["ETag": "\"a\"", "Content-Range": "bytes 4-9/*"], false),
      (206, ["ETag": "\"a\"", "Content-Range": "lines 4-9/10"], false), (206, ["ETag": "\"a\""], false),
      (206, ["ETag": "\"a\"", "Content-Range": "bytes 4-9/10", "Content-Encoding": "br"], false),
      (200, ["ETag": "\"a\"", "Content-Range": "bytes 4-9/10"], false), (416, ["Content-Range": "bytes */10"], false),
    ] as [(Int, HTTPHeaders, Bool)])
  func `only the next bytes to the end of the same representation are the rest`(
    status: Int, headers: HTTPHeaders, isRest: Bool
  ) {
    #expect(continuation(tagged)?.isContinued(status: status, headers: headers, now: start) == isRest)
  }

  @Test func `a beginning of unknown length goes on to any end`() {
    let chunked = continuation(["ETag": "\"a\""])
    #expect(chunked?.completeLength == nil)
    let rest: HTTPHeaders = ["ETag": "\"a\"", "Content-Range": "bytes 4-99/100"]
    #expect(chunked?.isContinued(status: 206, headers: rest, now: start) == true)
  }
}
