import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// Faults that people met with other libraries: redirects.
@Suite struct FaultRedirectTests {
  @Test(arguments: [301, 302, 303, 307, 308])
  func `F10: credentials are not sent on to another origin`(status: Int) async throws {
    let bench = try LoadingBench()
    let other = try LoopbackServer()
    other.on("/b.png", LoadingBench.pictureResponse)
    bench.server.on("/a.png", .redirect(to: other.url("/b.png"), status: status))
    var request = try bench.request("/a.png")
    request.headers["Authorization"] = "Bearer secret"
    request.headers["Cookie"] = "session=secret"
    request.headers["X-Other"] = "stays"
    let response = try await bench.pipeline.image(for: request)
    #expect(response.url == other.url("/b.png"))
    #expect(bench.server.requests.first?.headers["Authorization"] == "Bearer secret")
    let sent = try #require(other.requests.first).headers
    #expect(sent["Authorization"] == nil)
    #expect(sent["Cookie"] == nil)
    #expect(sent["X-Other"] == "stays")
  }

  @Test func `F10: credentials that were left behind do not come back with a second redirect`() async throws {
    let bench = try LoadingBench()
    let other = try LoopbackServer()
    other.on("/b", .redirect(to: bench.server.url("/c.png")))
    bench.server.on("/a", .redirect(to: other.url("/b")))
    bench.server.on("/c.png", LoadingBench.pictureResponse)
    var request = try bench.request("/a")
    request.headers["Authorization"] = "Bearer secret"
    _ = try await bench.pipeline.image(for: request)
    #expect(bench.server.requests(to: "/c.png").first?.headers["Authorization"] == nil)
  }

  @Test func `credentials stay on a redirect within one origin`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a", .redirect(to: "b.png"))
    bench.server.on("/b.png", LoadingBench.pictureResponse)
    var request = try bench.request("/a")
    request.headers["Authorization"] = "Bearer secret"
    _ = try await bench.pipeline.image(for: request)
    #expect(bench.server.requests(to: "/b.png").first?.headers["Authorization"] == "Bearer secret")
  }

  @Test func `F10: a redirect to a login page is no picture`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", .redirect(to: "/login"))
    bench.server.on("/login", .ok(SampleImages.htmlErrorPage, type: "text/html"))
    guard case .notAnImage = await bench.failure("/a.png") else {
      Issue.record("a login page was taken")
      return
    }
  }

  @Test(arguments: [
    ("/rel/a/x", "img/b.png", "/rel/a/img/b.png"), ("/rel/a/x", "../c.png", "/rel/c.png"),
    ("/rel/a/x", "?k=2", "/rel/a/x?k=2"), ("/rel/a/x?q=1", "/d%2Fe.png#f", "/d%2Fe.png"),
    ("/a", "/with space é.png", "/with%20space%20%C3%A9.png"), ("/a", "/x/../y.png", "/y.png"),
  ])
  func `F11: a location resolves as RFC 3986 says, once encoded`(from: String, location: String, to: String)
    async throws
  {
    let bench = try LoadingBench()
    bench.server.on(from, .redirect(to: location))
    bench.server.on(to, LoadingBench.pictureResponse)
    #expect(await bench.failure(from) == nil)
    #expect(bench.server.requests.map(\.target) == [from, to])
  }

  @Test func `F11: dot segments are removed before sending, and the key is the same with and without them`()
    async throws
  {
    let bench = try LoadingBench()
    bench.server.on("/b/c.png", .redirect(to: "/d/../e.png"))
    bench.server.on("/e.png", LoadingBench.pictureResponse)
    #expect(await bench.failure("/a/../b/./c.png") == nil)
    #expect(bench.server.requests.map(\.target) == ["/b/c.png", "/e.png"])
    #expect(bench.pipeline.cachedImage(for: try bench.request("/b/c.png")) != nil)
  }

  @Test(arguments: [
    "file:///etc/passwd", "data:image/png;base64,AA==", "ftp://127.0.0.1/a", "javascript:1", "", "http://",
  ])
  func `a redirect leads to http(s) or is an error`(location: String) async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", .redirect(to: location))
    #expect(await bench.failure("/a.png") == .redirect)
    #expect(bench.server.counters.requests == 1)
  }

  @Test func `twenty redirects are followed and twenty-one are an error`() async throws {
    let bench = try LoadingBench()
    for index in 0..<21 { bench.server.on("/\(index)", .redirect(to: "/\(index + 1)")) }
    bench.server.on("/21", LoadingBench.pictureResponse)
    #expect(await bench.failure("/1") == nil)
    #expect(await bench.failure("/0") == .redirect)
  }

  @Test func `a 303 after a POST becomes a GET without a body, a 307 stays a POST`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/see-other", .redirect(to: "/a.png", status: 303))
    bench.server.on("/temporary", .redirect(to: "/b.png", status: 307))
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    bench.server.on("/b.png", LoadingBench.pictureResponse)
    for target in ["/see-other", "/temporary"] {
      var request = try bench.request(target)
      request.method = "POST"
      request.body = Array("hello".utf8)
      request.headers["Content-Type"] = "text/plain"
      _ = try await bench.pipeline.image(for: request)
    }
    let get = try #require(bench.server.requests(to: "/a.png").first)
    #expect(get.method == "GET" && get.body.isEmpty && get.headers["Content-Type"] == nil)
    let post = try #require(bench.server.requests(to: "/b.png").first)
    #expect(post.method == "POST" && post.body == Array("hello".utf8))
  }

  @Test func `a Host field of the request's own is not sent to another origin`() async throws {
    let bench = try LoadingBench()
    let other = try LoopbackServer()
    other.on("/a.png", LoadingBench.pictureResponse)
    bench.server.on("/away", .redirect(to: other.url("/a.png")))
    var request = try bench.request("/away")
    request.headers["Host"] = "pictures.example"
    _ = try await bench.pipeline.image(for: request)
    #expect(bench.server.requests(to: "/away").first?.headers["Host"] == "pictures.example")
    #expect(other.requests(to: "/a.png").first?.headers["Host"] == "127.0.0.1:\(other.port)")
  }

  @Test func `one resource timeout holds for a whole chain of redirects`() async throws {
    var limits = NetworkLimits.patient
    limits.resourceTimeout = .milliseconds(600)
    let bench = try LoadingBench(network: limits)
    for index in 0..<20 {
      bench.server.on(
        "/\(index)", LoopbackResponse.redirect(to: "/\(index + 1)").with { $0.delay = .milliseconds(200) })
    }
    bench.server.on("/20", LoadingBench.pictureResponse)
    #expect(await bench.failure("/0") == .timeout)
    #expect(bench.server.counters.requests < 6)
  }
}
