import Alula

extension SampleFeed {
  /// The path of the feed itself on the server.
  public static let path = "/toppaid.json"

  /// Makes `server` answer the feed, at `SampleFeed.path`, and every picture of it, traps included. Pictures may be kept
  /// for an hour. The feed's `baseURL` should be the server's.
  /// - Parameter slowDelay: how late the `.slow` picture comes. Default 2 s. A test that must not wait uses
  ///   `server.hold` with the picture's target instead.
  public func serve(on server: LoopbackServer, slowDelay: Duration = .seconds(2)) {
    server.on(Self.path, .ok(json, type: "application/json"))
    for entry in entries where entry.trap != .duplicateURL {
      for image in entry.images where !image.url.isEmpty {
        serve(entry, image, on: server, slowDelay)
      }
    }
  }

  private func serve(
    _ entry: SampleFeedEntry, _ image: SampleFeedEntry.Image, on server: LoopbackServer, _ slowDelay: Duration
  ) {
    let target = target(of: image.url)
    let found = Self.answer(entry, image)
    switch entry.trap {
    case .notFound:
      server.on(target, .status(404))
    case .htmlAsJPEG:
      server.on(target, .ok(SampleImages.htmlErrorPage, type: "image/jpeg"))
    case .cutBody:
      server.on(target) { _ in
        let whole = found()
        return whole.cut(after: whole.body.count / 2)
      }
    case .redirect:
      server.on(target, .redirect(to: target + "?moved"))
      server.on(target + "?moved") { _ in found() }
    case .slow:
      server.on(target) { _ in found().with { $0.delay = slowDelay } }
    case .wrongContentType:
      server.on(target) { _ in found().with { $0.headers["Content-Type"] = "image/jpeg" } }
    default:
      server.on(target) { _ in found() }
    }
  }

  /// The picture, made when it is asked for: a feed is set up at once.
  private static func answer(
    _ entry: SampleFeedEntry, _ image: SampleFeedEntry.Image
  ) -> @Sendable () -> LoopbackResponse {
    let side = entry.trap == .large && image.height == 100 ? entry.imageSize.width : image.height
    let headers: HTTPHeaders = [
      "Content-Type": "image/png", "Cache-Control": "max-age=3600", "ETag": "\"\(entry.id)-\(side)\"",
    ]
    let made = Locked<[UInt8]?>(nil)
    return {
      let bytes = made.withLock { $0 } ?? SampleImages.png(width: side, height: side, filledWith: entry.color)
      made.withLock { $0 = bytes }
      return LoopbackResponse(headers: headers, body: .bytes(bytes))
    }
  }

  /// What goes into the request line for `url`.
  private func target(of url: String) -> String { String(url.dropFirst(baseURL.count)) }
}
