import Alula
import Foundation

/// A file in memory and the size to decode it at; 0 × 0 is every pixel.
struct Picture {
  let data: Data
  let options: DecodeOptions

  init(path: String, width: String, height: String) throws {
    data = try Data(contentsOf: URL(filePath: path))
    let sides = (Double(width) ?? 0, Double(height) ?? 0)
    options = DecodeOptions(target: sides.0 > 0 ? .pixels(sides.0, sides.1) : nil)
  }

  func decode() throws -> Bitmap { try DefaultImageDecoder().decode(data, options: options) }
}
