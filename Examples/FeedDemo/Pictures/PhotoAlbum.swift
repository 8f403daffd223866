import Alula
import Foundation

/// The photographs of the demo, made when it starts: there is nothing to download and nothing in the repository.
enum PhotoAlbum {
  /// Four days in each of six landscapes: 1 to 12 megapixels, all formats, wide and tall, four of them stored turned.
  static let photographs: [Photograph] = {
    let shapes: [(PixelSize, Photograph.FileKind)] = [
      (PixelSize(width: 4000, height: 3000), .jpeg(qualities: [0.85], .up)),
      (PixelSize(width: 2000, height: 1333), .jpeg(qualities: common, .up)),
      (PixelSize(width: 1280, height: 1280), .jpeg(qualities: common, .up)),
      (PixelSize(width: 1200, height: 900), .webp(qualities: [0.8, 0.6])),
      (PixelSize(width: 1200, height: 1600), .jpeg(qualities: common, .right)),
      (PixelSize(width: 1920, height: 1080), .jpeg(qualities: common, .up)),

      (PixelSize(width: 1067, height: 1600), .jpeg(qualities: common, .up)),
      (PixelSize(width: 2448, height: 3264), .jpeg(qualities: [0.8], .right)),
      (PixelSize(width: 900, height: 900), .png),
      (PixelSize(width: 1600, height: 1200), .jpeg(qualities: common, .down)),
      (PixelSize(width: 1500, height: 1000), .jpeg(qualities: common, .up)),
      (PixelSize(width: 2400, height: 1000), .jpeg(qualities: common, .up)),

      (PixelSize(width: 900, height: 900), .png),
      (PixelSize(width: 1500, height: 1125), .jpeg(qualities: common, .up)),
      (PixelSize(width: 1000, height: 1500), .jpeg(qualities: common, .left)),
      (PixelSize(width: 2560, height: 1440), .jpeg(qualities: common, .up)),
      (PixelSize(width: 1200, height: 900), .webp(qualities: [0.8, 0.6])),
      (PixelSize(width: 1600, height: 1067), .jpeg(qualities: common, .up)),

      (PixelSize(width: 1080, height: 1350), .jpeg(qualities: common, .up)),
      (PixelSize(width: 640, height: 480), .gif),
      (PixelSize(width: 1800, height: 1200), .jpeg(qualities: common, .up)),
      (PixelSize(width: 900, height: 900), .png),
      (PixelSize(width: 1440, height: 1440), .jpeg(qualities: common, .up)),
      (PixelSize(width: 1000, height: 1250), .webp(qualities: [0.8, 0.6])),
    ]
    return shapes.enumerated().map { index, shape in
      let day = days[index / Climate.all.count]
      let seed = index * 101 + 7
      let noise = Noise(seed: seed)
      let climate = Climate.all[index % Climate.all.count].moved(by: noise.cell(3, 3) * 0.14 - 0.07)
      let sun = SIMD2(noise.cell(1, 1) * 0.6 - 0.3, 0.1 + noise.cell(2, 2) * (climate.horizon - 0.3))
      let scene = Scene(climate: climate.tinted(Color(day.tint), day.amount), seed: seed, sun: sun)
      let isRound = if case .png = shape.1 { true } else { false }
      return Photograph(
        name: "\(climate.name) \(day.name)", scene: scene, size: shape.0, kind: shape.1, isRound: isRound)
    }
  }()

  private static let common = [0.88, 0.8, 0.7]

  private static let days: [(name: String, tint: Int, amount: Float)] = [
    ("One", 0xFFFFFF, 0), ("Two", 0xC04A7A, 0.3), ("Three", 0x2AA5A0, 0.34), ("Four", 0x6A4AC8, 0.32),
  ]

  /// Makes the files of every photograph, as many at once as there are cores.
  /// - Parameter onProgress: called with how many are done.
  @MainActor
  static func files(onProgress: (Int) -> Void) async throws -> [[PictureFile]] {
    var files = [[PictureFile]](repeating: [], count: photographs.count)
    try await withThrowingTaskGroup(of: (Int, [PictureFile]).self) { group in
      var waiting = photographs.indices.makeIterator()
      func startNext() {
        guard let index = waiting.next() else { return }
        group.addTask { (index, try photographs[index].files()) }
      }
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { startNext() }
      var done = 0
      while let (index, made) = try await group.next() {
        files[index] = made
        done += 1
        onProgress(done)
        startNext()
      }
    }
    return files
  }
}
