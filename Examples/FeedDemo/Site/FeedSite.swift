import Alula
import AlulaTesting
import Foundation

/// The web site of the demo: a real HTTP server on 127.0.0.1 with a feed and its pictures.
struct FeedSite {
  let server: LoopbackServer
  let rows: [SiteRow]

  /// Starts the server. It stops with `server.stop()`, or when nobody holds it.
  init(files: [[PictureFile]], count: Int) throws {
    server = try LoopbackServer()
    rows = SiteRows(baseURL: server.baseURL, files: files).rows(count: count)
    server.on("/feed.json", .text(try feedText(), type: "application/json"))
    heal()
  }

  var feedURL: String { server.url("/feed.json") }

  /// Gives every target its own answer back.
  func heal() {
    for row in rows {
      for (target, response) in row.responses { serve(target, response) }
    }
  }

  /// Answers a request that knows the picture already with 304 and no body (RFC 9110 section 13.1.2).
  private func serve(_ target: String, _ response: LoopbackResponse) {
    guard let etag = response.headers["ETag"] else { return server.on(target, response) }
    server.on(target) { request in
      request.headers["If-None-Match"] == etag ? LoopbackResponse(304, headers: response.headers) : response
    }
  }

  /// Breaks a share of the healthy addresses; the same ones on every run.
  /// - Returns: what is broken, by the number of the row.
  func injectFaults(share: Double) -> [Int: Fault] {
    let healthy = rows.indices.filter { rows[$0].trap == nil }
    let chance = Noise(seed: 2026)
    let order = healthy.sorted { chance.cell(Int32($0), 0) < chance.cell(Int32($1), 0) }
    var faults: [Int: Fault] = [:]
    for (place, row) in order.prefix(Int((Double(healthy.count) * share).rounded())).enumerated() {
      let fault = Fault.allCases[place % Fault.allCases.count]
      guard let target = rows[row].target, let response = rows[row].responses[target] else { continue }
      server.on(target, fault.response(inPlaceOf: response))
      faults[row] = fault
    }
    return faults
  }

  /// The feed in the shape of the App Store's "top apps" feed.
  private func feedText() throws -> String {
    let entries = rows.enumerated().map { number, row -> [String: Any] in
      [
        "im:name": ["label": row.name],
        "im:image": row.images.map { image -> [String: Any] in
          ["label": image.label, "attributes": ["height": "\(image.height)"]]
        },
        "im:price": ["label": "Get", "attributes": ["amount": "0.00000", "currency": "EUR"]],
        "id": [
          "label": server.url("/app/id\(700_000_000 + number)"), "attributes": ["im:id": "\(700_000_000 + number)"],
        ],
        "title": ["label": "\(row.name) - Alula Pictures"],
      ]
    }
    let feed = ["feed": ["title": ["label": "Top Pictures"], "entry": entries] as [String: Any]]
    return String(decoding: try JSONSerialization.data(withJSONObject: feed), as: UTF8.self)
  }
}
