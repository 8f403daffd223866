@_spi(Benchmarks) import Alula
import Foundation

/// The disk store alone: looked up, read, verified, noted as used; written with metadata, committed.
struct StoreClient: DiskClient {
  private let store: DiskStore
  /// As much as a response's fields take.
  private static let metadata = [UInt8](repeating: 7, count: 600)

  init(folder: URL, row: Row) {
    store = DiskStore(directory: folder, limits: .init(size: .bytes(row.limit), count: 1_000_000))
  }

  func read(_ number: Int) -> Data? { store.body(under: address(number)) }

  func write(_ body: Data, _ number: Int) throws {
    guard store.write(body, under: address(number), metadata: Self.metadata) else {
      throw CocoaError(.fileWriteUnknown)
    }
  }

  func remove(_ number: Int) { store.remove(under: address(number)) }
}
