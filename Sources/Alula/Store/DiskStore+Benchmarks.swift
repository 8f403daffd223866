public import Foundation

// For the package in `Benchmarks/`, which cannot see `package` declarations and measures the build that users get. Not API: seen
// by `@_spi(Benchmarks) import Alula` alone.
extension DiskStore {
  /// Finds, reads, verifies and notes the use, as the pipeline does.
  @_spi(Benchmarks) public func body(under key: String) -> Data? {
    entries(for: StoreKey(key)).first.flatMap { body(of: $0) }
  }

  /// Writes an entry in one piece. `false` when it was not committed.
  @_spi(Benchmarks) public func write(_ body: Data, under key: String, metadata: [UInt8]) -> Bool {
    guard let writer = makeWriter(for: StoreKey(key), variant: "", partition: "", label: key) else { return false }
    writer.append(body)
    return writer.commit(metadata: metadata) != nil
  }

  /// Removes what is stored under `key`.
  @_spi(Benchmarks) public func remove(under key: String) { remove(StoreKey(key)) }
}
