import Alula
import Foundation

/// `alula cache ls`.
struct CacheListing {
  let settings: CacheSettings
  let store: DiskStore
  let troubles: CacheTroubles

  private static let pageSize = 1000

  func print() async -> ExitStatus {
    let now = Date()
    var position: Int64?
    var isFirst = true
    repeat {
      let page = await store.list(after: position, partition: settings.partition, count: Self.pageSize)
      let facts = await store.facts(page.items, now: now)
      if isFirst, page.items.isEmpty, troubles.all.isEmpty { sayEmpty() }
      if isFirst, !settings.isJSON, !page.items.isEmpty { Output.line(Row.head.line) }
      for (item, facts) in zip(page.items, facts) {
        guard Output.line(settings.isJSON ? Self.json(item, facts) : Row(item, facts, now).line) else {
          return .pipeClosed
        }
      }
      isFirst = false
      position = page.next
    } while position != nil
    guard settings.isJSON, let sentence = troubles.sentence else { return .success }
    var object = JSONObject()
    object.add("error", sentence)
    Output.line(object.line)
    return .someFailed
  }

  /// Not on standard output, of which a line is an entry.
  private func sayEmpty() {
    let place = settings.partition == nil ? "The cache is empty." : "The cache is empty for this partition."
    Output.error("alula: \(PictureAddress.printable(settings.directory.path)): \(place)")
  }

  private static func json(_ item: DiskStore.Item, _ facts: StoredFacts?) -> String {
    var object = JSONObject()
    object.add("url", item.label)
    object.add("bytes", item.length.bytes)
    object.add("status", facts?.status)
    object.add("type", facts?.mediaType)
    object.add("fresh_for_s", facts.map { Int(($0.freshFor ?? .zero) / .seconds(1)) })
    object.add("freshness", facts?.reason)
    object.add("partition", item.partition.name)
    object.add("stored", item.stored.formatted(.iso8601))
    object.add("used", item.used.formatted(.iso8601))
    return object.line
  }
}

/// A line for people.
private struct Row {
  let size: String
  let type: String
  let stored: String
  let used: String
  let freshness: String
  let partition: String
  let url: String

  static let head = Row(
    size: "SIZE", type: "TYPE", stored: "STORED", used: "USED", freshness: "FRESHNESS", partition: "PARTITION",
    url: "URL")

  /// Columns of fixed width, as far as what is in them fits.
  var line: String {
    [
      Self.right(size, 8), Self.left(type, 10), Self.right(stored, 8), Self.right(used, 8), Self.left(freshness, 13),
      Self.left(partition, 9), url,
    ].joined(separator: "  ")
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

extension Row {
  init(_ item: DiskStore.Item, _ facts: StoredFacts?, _ now: Date) {
    self.init(
      size: "\(item.length)", type: Self.type(facts), stored: item.storedAgo(now), used: item.usedAgo(now),
      freshness: facts?.freshness ?? "-", partition: Self.name(item.partition),
      url: PictureAddress.printable(item.label))
  }

  /// What it is; for what is no picture, what the server answered.
  private static func type(_ facts: StoredFacts?) -> String {
    guard let facts else { return "-" }
    guard facts.status == 200 else { return "status \(facts.status)" }
    return facts.mediaType.map { PictureAddress.printable(String($0.prefix(40))) } ?? "-"
  }

  /// In quotes, so that no name reads like the word for everybody.
  private static func name(_ partition: CachePartition) -> String {
    partition == .shared ? "everybody" : "\"\(PictureAddress.printable(partition.name))\""
  }
}
