import Foundation
import Testing

@testable import HTTPCaching

/// Fields that nobody sane sends: no crash, no endless loop, and nothing that is fresh by accident.
@Suite struct HostileFieldTests {
  static let names = [
    "Cache-Control", "Age", "Date", "Expires", "ETag", "Last-Modified", "Vary", "Content-Range", "Content-Length",
    "Connection",
    "Range", "If-Range", "If-None-Match", "If-Modified-Since", "Pragma", "Accept-Language", "Accept",
    "Content-Location",
  ]
  static let pieces = [
    "max-age", "=", "\"", ",", ";", " ", "\\", "q=", "0.", "1", "9999999999999999999", "bytes", "-", "/", "*",
    "no-cache", "W/", "\t",
    "Thu, 18 Aug 2050 02:01:18 GMT", "é", "\u{0}", "no-store", "stale-while-revalidate=", "http://", "%", "[", "accept",
  ]

  @Test func `no combination of pieces makes it crash`() {
    var random = SeededGenerator(state: 9111)
    for _ in 0..<5000 {
      var cache = TestCache()
      cache.rules.fixedLifetime = Bool.random(using: &random) ? .seconds(1) : nil
      for offset in [0.0, 5, -5] {
        let request = CacheRequest(
          method: ["GET", "GET", "HEAD", "POST"].any(&random), url: get().url,
          headers: fields(&random),
          mode: [CacheMode.followHTTP, .revalidate, .preferCache, .onlyCached, .reload].any(&random))
        let outcome = cache.send(request, at: offset) { _ in
          Bool.random(using: &random)
            ? TestAnswer(
              status: [200, 206, 304, 404, 416, 503].any(&random), headers: fields(&random)) : nil
        }
        #expect(outcome.sentCount <= 2)
      }
    }
  }

  private func fields(_ random: inout SeededGenerator) -> HTTPHeaders {
    var headers = HTTPHeaders()
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let value = (0..<Int.random(in: 0...5, using: &random)).map { _ in Self.pieces.any(&random) }
        .joined()
      headers.append(Self.names.any(&random), value)
    }
    return headers
  }

  @Test func `a very long field is read in one pass`() {
    let value = String(repeating: "\"\\", count: 50_000) + String(repeating: ",", count: 50_000) + "max-age=9"
    #expect(ReuseRow("", .fetched, ["Cache-Control": value]).outcome() == .fetched)
    #expect(
      ReuseRow("", .fetched, first: get(["A": value]), ["Cache-Control": "max-age=1", "Vary": "A"]).outcome()
        == .fetched)
  }
}

extension Array {
  /// One of the elements, of which there must be some.
  fileprivate func any(_ random: inout SeededGenerator) -> Element { self[Int.random(in: indices, using: &random)] }
}
