import Alula
import Foundation

/// What `DiskVariants` cost and save: 200 thumbnails of 192 × 192 pixels, loaded from disk with an empty memory, as after a restart.
struct VariantsTable {
  let folder: URL
  let rounds: Int

  private static let count = 200
  private static let modes: [(name: String, variants: DiskVariants)] = [
    ("off", .off), ("lossless", .lossless), ("lossy 0.8", .lossy(quality: 0.8)),
  ]
  private static let sources = [
    ("12 MP", PixelSize(width: 4_000, height: 3_000)), ("0.3 MP", PixelSize(width: 640, height: 480)),
  ]

  func print() async throws {
    Swift.print(
      "| source | variants | stored a picture | made, CPU ms more | "
        + "after a restart, CPU ms | wall ms | × off |\n|---|---|---|---|---|---|---|")
    for (name, size) in Self.sources { try await print(name, size) }
  }

  private func print(_ name: String, _ size: PixelSize) async throws {
    let folder = folder.appending(component: "\(size)")
    let pictures = try (0..<4).map { try Photograph(size: size, seed: UInt64($0)).jpeg }
    _ = try await load(.off, folder, pictures, held: Self.count)
    var first: [Double] = []
    var bytes: [Int] = []
    for (index, mode) in Self.modes.enumerated() {
      let before = index == 0 ? 0 : try await statistics(folder).bytes.bytes
      first.append(try await load(mode.variants, folder, nil, held: Self.count * (index + 1)).cpu)
      bytes.append((try await statistics(folder).bytes.bytes - before) / Self.count)
    }
    var runs = [[Cost]](repeating: [], count: Self.modes.count)
    for _ in 0..<rounds {
      for (index, mode) in Self.modes.enumerated() {
        runs[index].append(try await load(mode.variants, folder, nil, held: Self.count * Self.modes.count))
      }
    }
    let cpu = runs.map { $0.map(\.cpu).sorted()[rounds / 2] }
    for (index, mode) in Self.modes.enumerated() {
      let wall = runs[index].map(\.wall).sorted()[rounds / 2]
      let cells = [
        name, mode.name, "\((bytes[index] + 500) / 1_000) KB",
        index == 0 ? "" : format(first[index] - cpu[0]), format(cpu[index]), format(wall),
        format(cpu[index] / cpu[0]),
      ]
      Swift.print("| \(cells.joined(separator: " | ")) |")
    }
  }

  private func format(_ value: Double) -> String { String(format: "%.2f", value) }

  /// Milliseconds a picture.
  private struct Cost {
    let cpu: Double
    let wall: Double
  }

  private func store(_ folder: URL) -> DiskStore {
    DiskStore(directory: folder, limits: .init(size: .megabytes(4_000)))
  }

  private func statistics(_ folder: URL) async throws -> DiskStore.Statistics { await store(folder).statistics() }

  /// Loads all thumbnails, one after the other, by a pipeline of its own; ends when the store holds `held` entries. With pictures from
  /// the network.
  private func load(_ variants: DiskVariants, _ folder: URL, _ pictures: [Data]?, held: Int) async throws -> Cost {
    let origin = Origin(type: "image/jpeg")
    let store = store(folder)
    var configuration = ImagePipeline.Configuration(transport: origin, diskStore: store)
    configuration.diskVariants = variants
    let (cpu, wall) = (Clock.cpu, Clock.wall)
    let pipeline = ImagePipeline(configuration: configuration)
    for number in 0..<Self.count {
      if let pictures { origin.box.body = Photograph.numbered(pictures[number % pictures.count], number) }
      let request = try ImageRequest(address(number), target: .pixels(192, 192, mode: .fill))
      let response = try await pipeline.image(for: request)
      guard response.source == (pictures == nil ? .disk : .network) else { throw CocoaError(.fileReadNoSuchFile) }
    }
    let end = Clock.wall
    while await store.statistics().count < held { try await Task.sleep(for: .milliseconds(50)) }
    let count = Double(Self.count) * 1_000
    return Cost(cpu: (Clock.cpu - cpu) / count, wall: (end - wall) / count)
  }
}
