import Alula
import Foundation

/// The whole way: `ImagePipeline.data(for:)` of a fresh response on disk.
struct PipelineClient: DiskClient {
  private let pipeline: ImagePipeline
  private let origin = Origin(type: "image/png")

  init(folder: URL, row: Row) {
    let store = DiskStore(directory: folder, limits: .init(size: .bytes(row.limit)))
    pipeline = ImagePipeline(configuration: .init(transport: origin, diskStore: store))
  }

  func read(_ number: Int) async throws -> Data? {
    let response = try await pipeline.data(for: ImageRequest(address(number)))
    return response.source == .disk ? response.data : nil
  }

  func write(_ body: Data, _ number: Int) async throws {
    origin.box.body = body
    _ = try await pipeline.data(for: ImageRequest(address(number)))
  }

  func remove(_ number: Int) {}
}
