import Alula
import Foundation

/// `alula cache stat`, `verify`, `trim` and `purge`.
struct CacheService {
  let settings: CacheSettings
  /// `nil` where there is no cache yet.
  let store: DiskStore?

  let troubles: CacheTroubles?

  /// What is there.
  private struct Sum {
    var count = 0
    var bytes = 0
  }

  func stat() async -> ExitStatus {
    let sum = await sum()
    let place = PictureAddress.printable(settings.directory.path)
    if settings.isJSON {
      var object = JSONObject()
      object.add("directory", settings.directory.path)
      object.add("entries", sum?.count)
      object.add("bytes", sum?.bytes)
      finish(object)
    } else if let sum {
      Output.line("\(place): \(Self.words(sum))")
    }
    return sum == nil ? .someFailed : .success
  }

  func verify() async -> ExitStatus {
    let report = await store?.verify() ?? DiskStore.VerifyReport()
    if settings.isJSON {
      var object = JSONObject()
      object.add("entries", report.entries)
      object.add("damaged", report.isIndexLost ? nil : report.damaged)
      object.add("strays", report.strays)
      object.add("index_lost", report.isIndexLost)
      finish(object)
    } else {
      Output.line(Self.words(report))
    }
    return report.damaged > 0 || report.isIndexLost || !report.isComplete ? .someFailed : .success
  }

  private static func words(_ report: DiskStore.VerifyReport) -> String {
    let files = report.strays > 0 ? ", \(Counted.files(report.strays)) of no entry removed" : ""
    let damage = report.damaged > 0 ? "\(report.damaged) damaged and removed" : "none damaged"
    let read = "\(Counted.entries(report.entries)) read, \(damage)"
    guard !report.isIndexLost else {
      return
        "The index was damaged and is made anew: what it named is lost, how many entries that were is not known\(files)."
    }
    guard report.isComplete || report.entries > 0 else { return "Nothing could be looked at\(files)." }
    return report.isComplete ? "\(read)\(files)." : "\(read)\(files); the rest could not be looked at."
  }

  func trim() async -> ExitStatus {
    await change { await $0.trimmed(to: settings.size) }
  }

  func purge() async -> ExitStatus {
    await change { store in
      if let partition = settings.partition { await store.purged(partition) } else { await store.removedAll() }
    }
  }

  /// Changes what is there and says by how much, and what is left.
  private func change(_ body: (DiskStore) async -> StoreRemoval) async -> ExitStatus {
    let removal = if let store { await body(store) } else { StoreRemoval() }
    if let failure = removal.failure { troubles?.add(failure) }
    let left = await total()
    if settings.isJSON {
      var object = JSONObject()
      object.add("removed", removal.entries)
      object.add("entries", left?.count)
      object.add("bytes", left?.bytes)
      finish(object)
    } else {
      let rest = left.map { "left: \(Self.words($0))" } ?? "what is left is not known"
      Output.line("\(Counted.entries(removal.entries)) removed; \(rest).")
    }
    return removal.failure == nil && left != nil ? .success : .someFailed
  }

  private func finish(_ object: JSONObject) {
    var object = object
    if let sentence = troubles?.sentence { object.add("error", sentence) }
    Output.line(object.line)
  }

  /// `nil` when it cannot be read.
  private func total() async -> Sum? {
    guard let store else { return Sum() }
    return await store.knownStatistics().map { Sum(count: $0.count, bytes: $0.bytes.bytes) }
  }

  /// What is there, or what of it belongs to the partition; `nil` when it cannot be read.
  private func sum() async -> Sum? {
    guard let partition = settings.partition else { return await total() }
    var sum = Sum()
    var position: Int64?
    repeat {
      guard let page = await store?.list(after: position, partition: partition, count: 10_000) else { break }
      sum.count += page.items.count
      sum.bytes += page.items.reduce(0) { $0 + $1.length.bytes }
      position = page.next
    } while position != nil
    return troubles?.all.isEmpty ?? true ? sum : nil
  }

  private static func words(_ sum: Sum) -> String { "\(Counted.entries(sum.count)), \(ByteCount(sum.bytes))" }
}
