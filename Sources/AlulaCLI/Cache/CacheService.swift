import Alula
import Foundation

/// `alula cache stat`, `verify`, `trim` and `purge`.
struct CacheService {
  let settings: CacheSettings
  /// `nil` where there is no cache yet.
  let store: DiskStore?

  /// What is there.
  private struct Sum {
    var count = 0
    var bytes = 0
  }

  func stat() async -> ExitStatus {
    let sum = await sum()
    if settings.isJSON {
      var object = JSONObject()
      object.add("directory", settings.directory.path)
      object.add("entries", sum.count)
      object.add("bytes", sum.bytes)
      Output.line(object.line)
    } else {
      Output.line("\(PictureAddress.printable(settings.directory.path)): \(Self.words(sum))")
    }
    return .success
  }

  func verify() async -> ExitStatus {
    let report = await store?.verify()
    let (entries, damaged, strays) = (report?.entries ?? 0, report?.damaged ?? 0, report?.strays ?? 0)
    if settings.isJSON {
      var object = JSONObject()
      object.add("entries", entries)
      object.add("damaged", damaged)
      object.add("strays", strays)
      Output.line(object.line)
    } else {
      let files = strays > 0 ? ", \(Counted.files(strays)) of no entry removed" : ""
      let damage = damaged > 0 ? "\(damaged) damaged and removed" : "none damaged"
      Output.line("\(Counted.entries(entries)) read, \(damage)\(files).")
    }
    return damaged > 0 ? .someFailed : .success
  }

  func trim() async -> ExitStatus {
    await change { await store?.trim(to: settings.size) }
  }

  func purge() async -> ExitStatus {
    await change {
      if let partition = settings.partition { await store?.purge(partition) } else { await store?.removeAll() }
    }
  }

  /// Changes what is there and says by how much.
  private func change(_ body: () async -> Void) async -> ExitStatus {
    let before = await total()
    await body()
    let after = await total()
    if settings.isJSON {
      var object = JSONObject()
      object.add("removed", max(0, before.count - after.count))
      object.add("entries", after.count)
      object.add("bytes", after.bytes)
      Output.line(object.line)
    } else {
      Output.line("\(Counted.entries(max(0, before.count - after.count))) removed; left: \(Self.words(after)).")
    }
    return .success
  }

  private func total() async -> Sum {
    guard let statistics = await store?.statistics() else { return Sum() }
    return Sum(count: statistics.count, bytes: statistics.bytes.bytes)
  }

  /// What is there, or what of it belongs to the partition.
  private func sum() async -> Sum {
    guard let partition = settings.partition else { return await total() }
    var sum = Sum()
    var position: Int64?
    repeat {
      guard let page = await store?.list(after: position, partition: partition, count: 10_000) else { break }
      sum.count += page.items.count
      sum.bytes += page.items.reduce(0) { $0 + $1.length.bytes }
      position = page.next
    } while position != nil
    return sum
  }

  private static func words(_ sum: Sum) -> String { "\(Counted.entries(sum.count)), \(ByteCount(sum.bytes))" }
}
