import AlulaTesting

@testable import Alula

/// A server that does everything wrong now and then, and whose pictures tell their number by their colour.
struct ChaosServer: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case good, revalidated, slow, redirect, resumable, cut, reset, busy, length, missing

    /// Whether a load that nobody cancels ends well.
    var alwaysEndsWell: Bool { [.good, .revalidated, .slow, .redirect].contains(self) }
    /// Whether it never does.
    var neverEndsWell: Bool { self == .missing }
  }

  static let numbers = 0..<400

  let server: LoopbackServer

  init() throws {
    server = try LoopbackServer()
    let asked = Locked<[String: Int]>([:])
    server.on(prefix: "/") { request in
      let count = asked.withLock { asked in
        asked[request.target, default: 0] += 1
        return asked[request.target] ?? 0
      }
      return Self.answer(request, count)
    }
  }

  func url(_ kind: Kind, _ number: Int) -> String { server.url("/\(kind.rawValue)/\(number)") }

  /// The whole file of that number: of one colour, of a size of its own.
  static func file(_ number: Int) -> [UInt8] {
    SampleImages.png(width: 8 + number % 57, height: 8 + number % 31, filledWith: color(number))
  }

  /// The number that a picture's colours say; `nil` when they do not agree.
  static func number(in bitmap: Bitmap) -> Int? {
    bitmap.withUnsafeBytes { bytes in
      var found: Int?
      for pixel in 0..<bitmap.width * bitmap.height {
        let number = bytes[4 * pixel..<4 * pixel + 3].reduce(0) { $0 * 32 + Int($1) / 8 }
        guard bytes[4 * pixel + 3] == 255, found == nil || found == number else { return nil }
        found = number
      }
      return found
    }
  }

  /// Five bits a channel, in the middle of their step: scaling may round.
  private static func color(_ number: Int) -> SampleColor {
    let level = { (shift: Int) in UInt8((number >> shift & 31) * 8 + 4) }
    return SampleColor(level(10), level(5), level(0))
  }

  /// - Parameter count: how often that target was asked for, this time included.
  private static func answer(_ request: LoopbackRequest, _ count: Int) -> LoopbackResponse {
    let parts = request.target.split(separator: "/")
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])), let number = Int(parts[1]) else {
      return .status(404)
    }
    let file = file(number)
    let lifetime = kind == .revalidated ? "no-cache" : "max-age=3600"
    let resource = LoopbackResource(
      .bytes(file), type: "image/png", etag: "\"\(number)\"", headers: ["Cache-Control": lifetime])
    let whole = resource.respond(to: request)
    let isOdd = count % 2 == 1
    switch kind {
    case .good, .revalidated: return whole
    case .slow:
      return whole.with {
        $0.delay = .milliseconds(2)
        $0.pieceSize = 1 + file.count / 4
        $0.delayBetweenPieces = .milliseconds(1)
      }
    case .redirect: return .redirect(to: "/good/\(number)")
    // The next attempt goes on where this one was cut.
    case .resumable: return isOdd ? whole.cut(after: file.count / 2) : whole
    case .cut: return count % 4 > 0 ? LoopbackResponse(body: .bytes(file)).cut(after: file.count / 3) : whole
    case .reset: return isOdd ? whole.cut(after: file.count / 3, by: .resets) : whole
    case .busy: return isOdd ? .status(503, headers: ["Retry-After": count % 3 == 0 ? "1" : "0"]) : whole
    case .length:
      return isOdd ? LoopbackResponse(body: .bytes(file)).with { $0.declaredLength = file.count + 100 } : whole
    case .missing: return .status(404)
    }
  }
}
