import Foundation
import Testing

@testable import Alula

/// Pictures that are shared between projects, with what other programs make of them.
///
/// Skipped when they are not beside this package (`../shared/corpus`): they are not part of it.
struct PixelCorpus {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../../shared/corpus").standardized
  static let isPresent = FileManager.default.fileExists(atPath: folder.appending(path: "README.md").path)

  struct File: Decodable, Sendable, CustomTestStringConvertible {
    struct Expected: Decodable, Sendable {
      struct Fit: Decodable, Sendable {
        let width: Int
        let height: Int
        let reference: String
        let psnr_db_of_others_to_reference: [String: Double]
      }
      let status: String
      let format: String?
      let fit100: Fit?
      let srgb_thumb8: String?
      let srgb_thumb8_diff: Int?
    }
    let file: String
    let expected: Expected
    var testDescription: String { file }
  }

  private struct Manifest: Decodable { let files: [File] }

  /// The files of a suite that can be decoded; none when the suite is absent.
  static func files(_ suite: String) -> [File] {
    let url = folder.appending(path: "\(suite)/manifest.json")
    guard let data = try? Data(contentsOf: url), let manifest = try? JSONDecoder().decode(Manifest.self, from: data)
    else { return [] }
    return manifest.files.filter { file in
      file.expected.status == "ok" && ["png", "jpeg", "gif", "webp"].contains(file.expected.format ?? "")
    }
  }

  static func decode(_ suite: String, _ file: String, target: TargetSize? = nil) throws -> Bitmap {
    let data = try Data(contentsOf: folder.appending(path: "\(suite)/\(file)"))
    return try DefaultImageDecoder().decode(data, options: DecodeOptions(target: target))
  }
}

@Suite(.enabled(if: PixelCorpus.isPresent)) struct CorpusPixelTests {
  @Test(arguments: PixelCorpus.files("downsample"))
  func `a thumbnail is as near to the area average as Lanczos of the whole picture`(_ file: PixelCorpus.File) throws {
    let fit = try #require(file.expected.fit100)
    let bitmap = try PixelCorpus.decode("downsample", file.file, target: .pixels(100, 100))
    #expect(bitmap.size == PixelSize(width: fit.width, height: fit.height))
    let reference = try PixelCorpus.decode("downsample", fit.reference)
    let decibels = signalToNoise(bitmap.bytes, reference.bytes.map { Double($0) })
    let peer = try #require(fit.psnr_db_of_others_to_reference["pillow_lanczos"])
    #expect(decibels >= min(45, peer - 1))
  }

  @Test(arguments: PixelCorpus.files("color").filter { $0.expected.srgb_thumb8 != nil })
  func `embedded profiles lead to the colours that Little CMS gives others`(_ file: PixelCorpus.File) throws {
    let text = try #require(file.expected.srgb_thumb8)
    let bitmap = try PixelCorpus.decode("color", file.file)
    let thumb = areaAverage(bitmap, side: 8)
    let tolerance = max(8, (file.expected.srgb_thumb8_diff ?? 0) + 4)
    var worst = 0
    for (index, value) in thumb.enumerated() {
      let start = text.index(text.startIndex, offsetBy: index * 2)
      let expected = try #require(Int(text[start..<text.index(start, offsetBy: 2)], radix: 16))
      worst = max(worst, abs(Int(value.rounded()) - expected))
    }
    #expect(worst <= tolerance)
  }

  /// The exact average of each of `side × side` parts.
  private func areaAverage(_ bitmap: Bitmap, side: Int) -> [Double] {
    let bytes = bitmap.bytes
    func cover(_ index: Int, _ length: Int) -> [(Int, Double)] {
      let (low, high) = (Double(index * length) / Double(side), Double((index + 1) * length) / Double(side))
      return (Int(low)..<Int(high.rounded(.up))).map { ($0, min(Double($0 + 1), high) - max(Double($0), low)) }
    }
    var result: [Double] = []
    for row in 0..<side {
      for column in 0..<side {
        var (sums, area) = ([0.0, 0, 0, 0], 0.0)
        for (y, height) in cover(row, bitmap.height) {
          for (x, width) in cover(column, bitmap.width) {
            for channel in 0..<4 {
              sums[channel] += Double(bytes[y * bitmap.bytesPerRow + x * 4 + channel]) * height * width
            }
            area += height * width
          }
        }
        result += sums.map { $0 / area }
      }
    }
    return result
  }
}
