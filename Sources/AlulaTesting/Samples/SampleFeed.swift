import Foundation

/// A feed in the shape of Apple's top applications feed (`feed.entry[]` with "im:name", "im:image", "im:artist", "id"),
/// with invented names and a trap in some rows. The same arguments give the same feed.
public struct SampleFeed: Hashable, Sendable {
  /// The rows. Row `2 + 3k` has the k-th of `SampleFeedEntry.Trap.allCases`; 36 rows and more hold every trap.
  public let entries: [SampleFeedEntry]
  /// Where the pictures are, without a slash at the end.
  public let baseURL: String

  /// A feed of `entries` rows whose pictures are under `baseURL`.
  public init(entries count: Int = 75, baseURL: String, seed: UInt64 = 1) {
    self.baseURL = baseURL
    var generator = SeededGenerator(seed: seed)
    var entries: [SampleFeedEntry] = []
    for row in 0..<max(0, count) {
      entries.append(Self.entry(row, after: entries.last, baseURL: baseURL, using: &generator))
    }
    self.entries = entries
  }

  /// The feed as JSON text.
  public var json: [UInt8] {
    let entries: [[String: Any]] = entries.map(\.json)
    let feed: [String: Any] = [
      "author": ["name": ["label": "Alula samples"]], "entry": entries, "title": ["label": "Top invented applications"],
      "updated": ["label": "2024-05-02T01:35:43-07:00"],
    ]
    // Only strings, arrays and dictionaries: always valid JSON.
    let data = try? JSONSerialization.data(
      withJSONObject: ["feed": feed], options: [.sortedKeys, .withoutEscapingSlashes])
    return data.map { [UInt8]($0) } ?? []
  }

  /// The JSON of a feed of `entries` rows.
  public static func json(entries: Int, baseURL: String) -> [UInt8] {
    SampleFeed(entries: entries, baseURL: baseURL).json
  }

  /// Rows with `trap`; one, or none in a short feed.
  public func entry(_ trap: SampleFeedEntry.Trap) -> SampleFeedEntry? { entries.first { $0.trap == trap } }

  /// The trap of a row.
  static func trap(of row: Int) -> SampleFeedEntry.Trap? {
    let traps = SampleFeedEntry.Trap.allCases
    guard row >= 2, (row - 2) % 3 == 0, (row - 2) / 3 < traps.count else { return nil }
    return traps[(row - 2) / 3]
  }

  private static let first = [
    "Amber", "Brisk", "Candle", "Drift", "Ember", "Fern", "Gentle", "Harbour", "Ivory", "Juniper",
  ]
  private static let second = [
    "Abacus", "Beacon", "Compass", "Diary", "Easel", "Fiddle", "Globe", "Hourglass", "Kite", "Loom",
  ]
  private static let makers = ["Otter", "Heron", "Badger", "Lynx", "Wren", "Marten"]

  private static func entry(
    _ row: Int, after previous: SampleFeedEntry?, baseURL: String, using generator: inout SeededGenerator
  ) -> SampleFeedEntry {
    let trap = trap(of: row)
    let words = (first.randomElement(using: &generator) ?? "", second.randomElement(using: &generator) ?? "")
    let maker = "\(makers.randomElement(using: &generator) ?? "") & Co. \(Int.random(in: 1...99, using: &generator))"
    let id = "\(900_000_000 + row * 1_000 + Int.random(in: 0..<1_000, using: &generator))"
    let color = SampleColor(
      .random(in: 0...255, using: &generator), .random(in: 0...255, using: &generator),
      .random(in: 0...255, using: &generator))
    let repeated = trap == .duplicateURL ? previous : nil
    return SampleFeedEntry(
      row: row, id: id, name: trap == .unicodePath ? "별빛 도서관" : "\(words.0) \(words.1)", artist: maker,
      images: repeated?.images ?? images(row, trap, baseURL), trap: trap, color: repeated?.color ?? color)
  }

  private static func images(
    _ row: Int, _ trap: SampleFeedEntry.Trap?, _ baseURL: String
  ) -> [SampleFeedEntry.Image] {
    if trap == .missingImage { return [] }
    return [53, 75, 100].map { height in
      // "별빛" in UTF-8, percent-encoded.
      let folder = trap == .unicodePath ? "%EB%B3%84%EB%B9%9B" : "\(row)"
      let query = trap == .query ? "?w=\(height)&q=a%20b" : ""
      let url = trap == .emptyURL ? "" : "\(baseURL)/icons/\(folder)/\(height).png\(query)"
      return SampleFeedEntry.Image(height: height, url: url)
    }
  }
}

extension SampleFeedEntry {
  fileprivate var json: [String: Any] {
    var entry: [String: Any] = [
      "im:name": ["label": name], "im:artist": ["label": artist], "title": ["label": "\(name) - \(artist)"],
      "id": ["label": "https://apps.example/id\(id)", "attributes": ["im:id": id]],
      "im:price": ["label": "$0.99", "attributes": ["amount": "0.99", "currency": "USD"]],
    ]
    guard !images.isEmpty else { return entry }
    entry["im:image"] = images.map { image -> [String: Any] in
      ["label": image.url, "attributes": ["height": "\(image.height)"]]
    }
    return entry
  }
}
