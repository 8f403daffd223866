import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// What is sent again, how often and when.
@Suite struct RetryTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    arguments: [
      (.timedOut, .timeout), (.cannotConnect, .transport(.cannotConnect)),
      (.connectionLost, .transport(.connectionLost)), (.truncatedBody, .truncated),
    ] as [(TransportError.Code, LoadError.Code)])
  func `a failure that may pass is sent again, three times in all`(
    code: TransportError.Code, expected: LoadError.Code
  ) throws {
    let scene = RetryScene()
    scene.transport.on(RetryScene.url, .failure(code))
    #expect(try scene.failure() == expected)
    #expect(scene.sent == 3 && scene.waited == .milliseconds(1500))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: [408, 425, 429, 500, 502, 503, 504])
  func `F15: a status that may pass is sent again after a growing time, three times in all`(status: Int) throws {
    let scene = RetryScene()
    scene.transport.on(RetryScene.url, .status(status))
    #expect(try scene.failure() == .status(status))
    #expect(scene.sent == 3 && scene.waited == .milliseconds(1500))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: [400, 401, 403, 404, 405, 410, 422, 451, 501, 505])
  func `F15: any other status is sent once`(status: Int) throws {
    let scene = RetryScene()
    scene.transport.on(RetryScene.url, .status(status))
    #expect(try scene.failure() == .status(status))
    #expect(scene.sent == 1 && scene.waited == .zero)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    arguments: [.tls, .cannotResolveHost, .badResponse, .badContentEncoding, .invalidRequest, .other]
      as [TransportError.Code])
  func `a failure that stays is sent once`(code: TransportError.Code) throws {
    let scene = RetryScene()
    scene.transport.on(RetryScene.url, .failure(code))
    #expect(try scene.failure() != nil)
    #expect(scene.sent == 1)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `what is no picture, damaged, empty or too large is sent once`() throws {
    let picture = SampleImages.png(width: 32, height: 32)
    for body in [
      Array("<!DOCTYPE html>".utf8), Array(picture.dropLast(30)), [], picture + [UInt8](repeating: 0, count: 9000),
    ] {
      let scene = RetryScene { $0.network.maximumBodySize = .bytes(9000) }
      scene.transport.on(RetryScene.url, .ok(body, type: "image/png"))
      #expect(try scene.failure() != nil)
      #expect(scene.sent == 1)
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `what comes at the second attempt is the answer`() throws {
    let scene = RetryScene()
    scene.transport.on(RetryScene.url, .failure(.connectionLost), RetryScene.picture)
    #expect(try scene.failure() == nil)
    #expect(scene.sent == 2 && scene.waited == .milliseconds(500))
    #expect(scene.log.withLock { $0.contains("retry 1 in 0.5 s") })
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `the wait is by chance, and the same for the same seed`() throws {
    let waits = try (0..<2).map { _ in
      let scene = RetryScene(fraction: nil)
      scene.transport.on(RetryScene.url, .status(503))
      _ = try scene.failure()
      return scene.waited
    }
    #expect(waits[0] == waits[1] && waits[0] > .zero && waits[0] < .milliseconds(1500))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: [
    ("2", 3, 4000), ("10", 3, 20_000), ("0", 3, 1500), ("11", 1, 0), ("99999999999", 1, 0), ("soon", 3, 1500),
    // The scene begins at 08:00:00 on that day.
    ("Fri, 15 Jan 2027 08:00:04 GMT", 3, 5000), ("Fri, 15 Jan 2027 07:00:00 GMT", 3, 1500),
    ("Fri, 15 Jan 2027 08:01:00 GMT", 1, 0),
  ])
  func `F15: Retry-After is the least wait, and one beyond the longest ends the load at once`(
    retryAfter: String, attempts: Int, milliseconds: Int
  ) throws {
    let scene = RetryScene()
    scene.transport.on(RetryScene.url, .status(503, headers: ["Retry-After": retryAfter]))
    #expect(try scene.failure() == .status(503))
    #expect(scene.sent == attempts && scene.waited == .milliseconds(milliseconds))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `the back-off doubles up to the longest, for any number of attempts`() {
    let policy = RetryPolicy()
    let delays = [1, 2, 3, 4, 5, 6, 7, 1000, .max].map { policy.delay(before: $0, retryAfter: nil, fraction: 1) }
    #expect(delays == [0.5, 1, 2, 4, 8, 10, 10, 10, 10].map { .seconds($0) })
    #expect(policy.delay(before: 2, retryAfter: nil, fraction: 0) == .zero)
    #expect(policy.delay(before: 2, retryAfter: nil, fraction: 0.25) == .milliseconds(250))
    var odd = policy
    (odd.firstDelay, odd.longestDelay) = (.seconds(-1), .seconds(-1))
    #expect(odd.delay(before: 1, retryAfter: nil, fraction: 1) == .zero)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: [("GET", 3), ("HEAD", 3), ("POST", 1), ("PUT", 1), ("DELETE", 1)])
  func `only GET and HEAD are sent again`(method: String, attempts: Int) throws {
    let scene = RetryScene()
    scene.transport.on(RetryScene.url, .status(503))
    #expect(try scene.failure(scene.request { $0.method = method }) != nil)
    #expect(scene.sent == attempts)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a request may have a policy of its own, which names no other picture`() throws {
    let scene = RetryScene()
    scene.transport.on(RetryScene.url, .status(503))
    #expect(try scene.failure(scene.request { $0.retry = RetryPolicy.none }) != nil)
    #expect(scene.sent == 1)
    #expect(try scene.failure(scene.request { $0.retry = RetryPolicy().with { $0.attempts = 5 } }) != nil)
    #expect(scene.sent == 6)
    let plain = try scene.pipeline.imageKey(for: scene.request())
    #expect(try scene.pipeline.imageKey(for: scene.request { $0.retry = RetryPolicy.none }) == plain)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `attempts count for a load with its redirects`() throws {
    let scene = RetryScene()
    scene.transport.on(
      RetryScene.url, .status(503), .redirect(to: "http://example.org/b.png"))
    scene.transport.on("http://example.org/b.png", .status(503))
    #expect(try scene.failure() == .status(503))
    #expect(scene.transport.requests.map(\.url.last) == ["g", "g", "g", "g"])
    #expect(scene.transport.requests(to: RetryScene.url).count == 2)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `waiting is no part of the time that a load may take over the network`() throws {
    let scene = RetryScene {
      $0.network.retry.attempts = 8
      $0.network.retry.firstDelay = .seconds(9)
    }
    scene.transport.on(RetryScene.url, .status(503))
    #expect(try scene.failure() == .status(503))
    #expect(scene.sent == 8 && scene.waited == .seconds(69))
    #expect(scene.transport.requests.allSatisfy { $0.resourceTimeout > .seconds(20) })
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a URL that failed is asked for again by who asks next, however often it failed`() throws {
    let scene = RetryScene { $0.network.retry = .none }
    scene.transport.on(RetryScene.url, .status(404), .status(500), .failure(.cannotConnect), RetryScene.picture)
    for code: LoadError.Code? in [.status(404), .status(500), .transport(.cannotConnect), nil] {
      #expect(try scene.failure() == code)
    }
  }

  // MARK: While it waits

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `cancelling ends the wait at once, and nothing more is sent`() throws {
    let scene = RetryScene()
    scene.transport.on(RetryScene.url, .status(503))
    let task = scene.pipeline.task(for: try scene.request())
    scene.executor.drain()
    #expect(scene.sent == 1 && scene.clock.sleepers == 1)
    task.cancel()
    scene.executor.drain()
    #expect(scene.clock.sleepers == 0)
    scene.clock.advance(by: .seconds(100))
    scene.executor.drain()
    #expect(scene.sent == 1)
    guard case .failure(.cancelled)? = try scene.executor.run(body: { await result(of: task) }) else {
      Issue.record("it was to be cancelled")
      return
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `what waits holds no place, and what is more urgent goes first when it comes back`() throws {
    let scene = RetryScene { $0.network.maximumRequests = 1 }
    scene.transport.on(RetryScene.url, .status(503), RetryScene.picture)
    for name in ["b", "c", "d"] { scene.transport.on("http://example.org/\(name)", RetryScene.picture.held()) }
    let waiting = scene.pipeline.task(for: try scene.request())
    scene.executor.drain()
    let others = try ["b", "c", "d"].map { try scene.pipeline.task(for: ImageRequest("http://example.org/\($0)")) }
    scene.executor.drain()
    #expect(scene.sent == 2)
    waiting.priority = .veryHigh
    scene.clock.advance(by: .seconds(1))
    scene.executor.drain()
    #expect(scene.sent == 2)
    scene.transport.release(scene.transport.requests[1].url)
    scene.executor.drain()
    #expect(scene.transport.requests.dropFirst(2).first?.url == RetryScene.url)
    for task in others { task.cancel() }
    scene.executor.drain()
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ManualExecutor {
  func run<Value: Sendable>(body: @escaping @Sendable () async throws -> Value) throws -> Value { try run(body) }
}

private func result(of task: ImageTask) async -> Result<ImageResponse, LoadError>? {
  for await event in task.events { if case .finished(let result) = event { return result } }
  return nil
}

extension RetryPolicy {
  func with(_ change: (inout RetryPolicy) -> Void) -> RetryPolicy {
    var policy = self
    change(&policy)
    return policy
  }
}
