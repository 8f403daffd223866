import Alula
import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

struct StoreProcess {
  let directory: URL
  let limit: ByteCount
  let number: Int

  /// So many keys; small enough that entries are replaced and evicted all the time.
  private static let keys = 400

  private func key(_ index: Int) -> StoreKey { StoreKey("https://example.com/\(index)") }

  /// Small ones in the index, larger ones in files, now and then one that is large for the limit.
  private func length(_ random: inout SystemRandomNumberGenerator) -> Int {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<10: Int.random(in: 1..<16_000, using: &random)
    case 10..<19: Int.random(in: 16_000..<150_000, using: &random)
    default: Int.random(in: 200_000..<900_000, using: &random)
    }
  }

  /// Writes, reads, updates and removes until it is killed, or until who started it is no more. Ends with 1 when it reads
  /// what was not written.
  func write() {
    let parent = getppid()
    let store = DiskStore(directory: directory, limits: .init(size: limit))
    store.onNotice { say("notice: \($0)") }
    var random = SystemRandomNumberGenerator()
    say("writing")
    for round in 0... {
      guard getppid() == parent else { return }
      let index = Int.random(in: 0..<Self.keys, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: if !isRight(index, store) { exit(1) }
      case 1: store.remove(key(index))
      case 2: if let entry = store.entries(for: key(index)).first { _ = store.update(entry, metadata: entry.metadata) }
      default: put(Body(key: index, version: number &* 1_000_000 &+ round, length: length(&random)), store, &random)
      }
    }
  }

  private func put(_ body: Body, _ store: DiskStore, _ random: inout SystemRandomNumberGenerator) {
    let variant = "\(body.version % 2)"
    guard let writer = store.makeWriter(for: key(body.key), variant: variant, partition: "", label: "\(body.key)")
    else { return }
    var rest = body.bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...65_536, using: &random))
      writer.append(Data(piece))
      rest = rest.dropFirst(piece.count)
    }
    // One in ten is given up.
    if Int.random(in: 0..<10, using: &random) > 0 { _ = writer.commit(metadata: body.metadata) }
  }

  private func isRight(_ index: Int, _ store: DiskStore) -> Bool {
    for entry in store.entries(for: key(index)) {
      guard let bytes = store.body(of: entry) else { continue }
      guard let body = Body(metadata: entry.metadata), body.key == index, body.bytes == bytes else {
        say("wrong: entry \(entry.id) of key \(index)")
        return false
      }
    }
    return true
  }

  /// Opens what a killed process left, and reads all of it. `false` when something is wrong; prints what was found.
  func check() async -> Bool {
    let store = DiskStore(directory: directory, limits: .init(size: limit))
    store.onNotice { say("notice: \($0)") }
    let clock = ContinuousClock()
    let opening = clock.measure { _ = store.entries(for: key(0)) }
    var entries = 0
    var isRight = true
    for index in 0..<Self.keys {
      entries += store.entries(for: key(index)).count
      isRight = self.isRight(index, store) && isRight
    }
    let before = await store.statistics()
    let report = await store.verify()
    let statistics = await store.statistics()
    // The sums that were kept while writing are those that counting everything finds; but for a page or two of the
    // index.
    let isCounted = abs(before.bytes.bytes - statistics.bytes.bytes) <= 16_384 && before.count == statistics.count
    let size = StoreProcess.size(of: directory)
    let isBounded = size <= limit.bytes
    say(
      "entries=\(entries) damaged=\(report.damaged) strays=\(report.strays) bytes=\(statistics.bytes.bytes) du=\(size) "
        + "open=\(opening.components.attoseconds / 1_000_000_000_000)us right=\(isRight) "
        + "bounded=\(isBounded) counted=\(isCounted)"
    )
    return isRight && isBounded && isCounted && report.damaged == 0 && report.strays == 0 && report.entries == entries
  }

  /// Writes under a file-size limit (RLIMIT_FSIZE), lifts it, writes again.
  func writeLimited() -> Bool {
    let store = DiskStore(directory: directory, limits: .init(size: limit))
    store.onNotice { say("notice: \($0)") }
    var random = SystemRandomNumberGenerator()
    put(Body(key: 1, version: 1, length: 1_000), store, &random)
    var size = rlimit(rlim_cur: rlim_t(number), rlim_max: rlim_t.max)
    setFileSizeLimit(&size)
    let writer = store.makeWriter(for: key(2), variant: "", partition: "", label: "")
    writer?.append(Body(key: 2, version: 1, length: 500_000).bytes)
    let isRefused = writer?.commit(metadata: []) == nil
    size.rlim_cur = rlim_t.max
    setFileSizeLimit(&size)
    let again = store.makeWriter(for: key(3), variant: "", partition: "", label: "")
    again?.append(Body(key: 3, version: 1, length: 500_000).bytes)
    let isStored = again?.commit(metadata: []) != nil
    say("refused=\(isRefused) resumed=\(isStored)")
    return isRefused && isStored
  }

  /// As a user who may not write there.
  func writeUnprivileged() -> Bool {
    guard setgid(65_534) == 0, setuid(65_534) == 0 else { return false }
    let store = DiskStore(directory: directory, limits: .init(size: limit))
    store.onNotice { say("notice: \($0)") }
    let writer = store.makeWriter(for: key(1), variant: "", partition: "", label: "")
    writer?.append(Data(count: 100_000))
    return writer?.commit(metadata: []) == nil && store.entries(for: key(1)).isEmpty
  }

  /// What the directory takes on the disk, itself included.
  static func size(of directory: URL) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return ([directory.path] + names.map { directory.path + "/" + $0 }).reduce(0) { sum, path in
      var status = stat()
      return lstat(path, &status) == 0 ? sum + Int(status.st_blocks) * 512 : sum
    }
  }
}
