import Alula
import AlulaTesting
import Foundation

/// Real files of the mix' sizes: noise on as many rows as give about the bytes wanted, one colour below. The same on every run; made once and
/// kept in a folder. GIF, SVG and icons go as PNG, AVIF as WebP: there is no encoder for them.
struct PictureBodies: Sendable {
  let folder: URL

  func body(_ picture: Workload.Picture) throws -> [UInt8] {
    let file = folder.appending(component: "\(picture.id)")
    if let data = try? Data(contentsOf: file) { return Array(data) }
    let data = try make(picture)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try data.write(to: file, options: .atomic)
    return Array(data)
  }

  static func type(_ picture: Workload.Picture) -> String {
    switch picture.format {
    case "jpeg": "image/jpeg"
    case "webp", "avif": "image/webp"
    default: "image/png"
    }
  }

  private func make(_ picture: Workload.Picture) throws -> Data {
    let encoder =
      switch Self.type(picture) {
      case "image/jpeg": ImageEncoder(format: .jpeg)
      case "image/webp": ImageEncoder(format: .webp)
      default: ImageEncoder(format: .png)
      }
    let (width, height) = (max(1, picture.width ?? 64), max(1, picture.height ?? 64))
    func encoded(_ rows: Int) throws -> Data {
      try encoder.encode(bitmap(picture.id, width, height, noisyRows: rows))
    }
    let (least, most) = (try encoded(0), try encoded(height))
    guard picture.bytes > least.count, most.count > least.count else { return least }
    guard picture.bytes < most.count else { return most }
    return try encoded(height * (picture.bytes - least.count) / (most.count - least.count))
  }

  private func bitmap(_ id: Int, _ width: Int, _ height: Int, noisyRows: Int) throws -> Bitmap {
    var random = SeededGenerator(seed: UInt64(id))
    return try Bitmap(size: PixelSize(width: width, height: height)) { pixels in
      for pixel in 0..<width * height {
        let noise = pixel < noisyRows * width ? random.next() : 0x60_90_60
        for channel in 0..<3 { pixels[4 * pixel + channel] = UInt8(truncatingIfNeeded: noise >> UInt64(8 * channel)) }
        pixels[4 * pixel + 3] = 255
      }
    }
  }
}
