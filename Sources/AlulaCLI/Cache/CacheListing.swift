import Alula
import Foundation

/// `alula cache ls`.
struct CacheListing {
  let settings: CacheSettings
  let store: DiskStore

  private static let pageSize = 1000

  func print() async -> ExitStatus {
    let now = Date()
    var position: Int64?
    var isFirst = true
    repeat {
      let page = await store.list(after: position, partition: settings.partition, count: Self.pageSize)
      if isFirst, !settings.isJSON, !page.items.isEmpty {
        Output.line(Self.row("SIZE", "STORED", "USED", "PARTITION", "URL"))
      }
      for item in page.items {
        guard Output.line(settings.isJSON ? Self.json(item) : Self.row(item, now)) else { return .pipeClosed }
      }
      isFirst = false
      position = page.next
    } while position != nil
    return .success
  }

  private static func json(_ item: DiskStore.Item) -> String {
    var object = JSONObject()
    object.add("url", item.label)
    object.add("bytes", item.length.bytes)
    object.add("partition", item.partition.name)
    object.add("stored", item.stored.formatted(.iso8601))
    object.add("used", item.used.formatted(.iso8601))
    return object.line
  }

  private static func row(_ item: DiskStore.Item, _ now: Date) -> String {
    let partition = item.partition == .shared ? "-" : PictureAddress.printable(item.partition.name)
    return row(
      "\(item.length)", age(now.timeIntervalSince(item.stored)), age(now.timeIntervalSince(item.used)), partition,
      PictureAddress.printable(item.label))
  }

  private static func row(_ size: String, _ stored: String, _ used: String, _ partition: String, _ url: String)
    -> String
  {
    let left = [size, stored, used].map { String(repeating: " ", count: max(0, 8 - $0.count)) + $0 }
    let middle = partition + String(repeating: " ", count: max(0, 9 - partition.count))
    return (left + [middle, url]).joined(separator: "  ")
  }

  /// How long ago, in the largest unit that says it.
  static func age(_ seconds: TimeInterval) -> String {
    let seconds = Int(max(0, min(seconds, 1e12)))
    switch seconds {
    case ..<60: return "\(seconds) s"
    case ..<3600: return "\(seconds / 60) min"
    case ..<86_400: return "\(seconds / 3600) h"
    default: return "\(seconds / 86_400) d"
    }
  }
}
