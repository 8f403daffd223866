import Foundation

@testable import Alula

/// The test corpus beside the repository. It is not part of it: tests that read it are skipped when it is not there.
enum Corpus {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../shared/corpus")
    .standardizedFileURL
  static let isPresent = FileManager.default.fileExists(atPath: folder.path)

  /// One file and what its manifest says about it.
  struct Entry {
    let name: String
    let data: Data
    let status: String
    let format: String?
    let size: PixelSize?
    let orientation: Int
    /// 8 × 8 averages of the premultiplied pixels, and how far lossy references are apart.
    let thumbnail: [UInt8]?
    let tolerance: Int
    let sniffed: String?

    var isDecodable: Bool { PlatformDecoder.formats.contains { $0.name == format } }
  }

  static func entries(_ suite: String) throws -> [Entry] {
    let folder = folder.appending(path: suite)
    let manifest = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: "manifest.json")))
    let files = (manifest as? [String: Any])?["files"] as? [[String: Any]] ?? []
    return try files.map { file in
      let name = file["file"] as? String ?? ""
      return try entry(name, Data(contentsOf: folder.appending(path: name)), file)
    }
  }

  private static func entry(_ name: String, _ data: Data, _ file: [String: Any]) -> Entry {
    let expected = file["expected"] as? [String: Any] ?? [:]
    let differences = (expected["thumb8_max_diff"] as? [String: Any])?.values.compactMap { $0 as? Int } ?? []
    let size = (expected["width"] as? Int).flatMap { width in
      (expected["height"] as? Int).map { PixelSize(width: width, height: $0) }
    }
    return Entry(
      name: name, data: data, status: expected["status"] as? String ?? "", format: expected["format"] as? String,
      size: size, orientation: expected["orientation"] as? Int ?? 1,
      thumbnail: (expected["thumb8_premultiplied_rgba"] as? String).map(bytes),
      tolerance: max(8, (differences.max() ?? 0) + 4), sniffed: file["sniff"] as? String)
  }

  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// 8 × 8 averages over the whole pixels whose centres lie in each cell, as the manifests' thumbnails were made.
  static func thumbnail(_ bitmap: Bitmap) -> [UInt8] {
    let columns = cells(bitmap.width)
    return bitmap.withUnsafeBytes { bytes in
      cells(bitmap.height).flatMap { rows in
        columns.flatMap { columns in
          (0..<4).map { channel in
            var sum = 0
            for y in rows { for x in columns { sum += Int(bytes[y * bitmap.bytesPerRow + x * 4 + channel]) } }
            return UInt8(Double(sum) / Double(rows.count * columns.count) + 0.5)
          }
        }
      }
    }
  }

  private static func cells(_ side: Int) -> [Range<Int>] {
    let step = Double(side) / 8
    let half = max(step, 1) / 2
    return (0..<8).map { cell in
      let center = (Double(cell) + 0.5) * step
      return max(0, Int(center - half + 0.5))..<min(side, Int(center + half + 0.5))
    }
  }
}
