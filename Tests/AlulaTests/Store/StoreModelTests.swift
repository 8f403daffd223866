import Foundation
import Testing

/// Thousands of random operations beside a model in memory. By hand with other seeds: `ALULA_SEEDS=100..<200 swift test --filter StoreModel`.
struct StoreModelTests {
  private static let seeds: [UInt64] = {
    let ends = (ProcessInfo.processInfo.environment["ALULA_SEEDS"] ?? "").components(separatedBy: "..<")
      .compactMap { UInt64($0) }
    return ends.count == 2 && ends[0] < ends[1] ? Array(ends[0]..<ends[1]) : [1, 2, 3]
  }()

  @Test(arguments: seeds, [1, 2])
  func `whatever is done in whatever order, a store holds what was written, within its limits`(
    _ seed: UInt64, _ stores: Int
  ) async throws {
    var model = StoreModel(seed: seed, stores: stores, in: Folder.quickPlace)
    for _ in 0..<600 { await model.turn() }
    model.end()
  }
}
