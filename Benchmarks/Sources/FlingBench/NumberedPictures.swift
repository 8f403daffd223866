import Alula
import AlulaTesting
import Foundation

/// Pictures of one colour that says their number, in one of several sizes, as JPEG and PNG in turn.
final class NumberedPictures: @unchecked Sendable {
  // Safe to share: everything is under the lock.
  private let lock = NSLock()
  private var made: [Int: [UInt8]] = [:]

  func answer(_ request: LoopbackRequest) -> LoopbackResponse {
    guard let number = Int(request.target.dropFirst()), let body = body(number) else { return .status(404) }
    var response = LoopbackResponse.ok(body, type: number % 2 == 0 ? "image/jpeg" : "image/png")
    response.headers["Cache-Control"] = "max-age=3600"
    return response
  }

  private func body(_ number: Int) -> [UInt8]? {
    if let found = lock.withLock({ made[number] }) { return found }
    let side = 150 + number % 7 * 50
    let level = { (shift: Int) in UInt8((number >> shift & 31) * 8 + 4) }
    let color = [level(10), level(5), level(0), 255]
    let bitmap = try? Bitmap(size: PixelSize(width: side, height: side)) { pixels in
      for index in pixels.indices { pixels[index] = color[index & 3] }
    }
    let encoder = ImageEncoder(format: number % 2 == 0 ? .jpeg : .png, quality: 0.95)
    guard let bitmap, let data = try? encoder.encode(bitmap) else { return nil }
    lock.withLock { made[number] = Array(data) }
    return Array(data)
  }

  /// The number that a picture's colours say; `nil` when they do not agree.
  static func number(in bitmap: Bitmap) -> Int? {
    bitmap.withUnsafeBytes { bytes in
      var found: Int?
      for pixel in stride(from: 0, to: bytes.count, by: 4) {
        let number = bytes[pixel..<pixel + 3].reduce(0) { $0 * 32 + Int($1) / 8 }
        guard found == nil || found == number else { return nil }
        found = number
      }
      return found
    }
  }
}
