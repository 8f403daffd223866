import Alula
import AlulaTesting

/// Pictures for the tests of the tool.
enum Sample {
  /// A grey PNG of `width` × `height`; another `level`, other bytes.
  static func png(_ width: Int = 40, _ height: Int = 30, level: UInt8 = 128) throws -> [UInt8] {
    Array(try ImageEncoder(format: .png).encode(bitmap(width, height, level)))
  }

  static func jpeg(_ width: Int = 40, _ height: Int = 30) throws -> [UInt8] {
    Array(try ImageEncoder(format: .jpeg).encode(bitmap(width, height, 128)))
  }

  /// What a server answers with a picture: `png()`, or `body`.
  static func answer(
    _ cacheControl: String = "max-age=3600", _ headers: HTTPHeaders = [:], body: [UInt8]? = nil
  ) throws -> LoopbackResponse {
    var headers = headers
    headers.append("Content-Type", "image/png")
    headers.append("Cache-Control", cacheControl)
    return LoopbackResponse(200, headers: headers, body: .bytes(try body ?? png()))
  }

  /// 1 × 1, from the GIF89a specification's smallest parts.
  static let gifURL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw=="

  private static func bitmap(_ width: Int, _ height: Int, _ level: UInt8) throws -> Bitmap {
    try Bitmap(size: PixelSize(width: width, height: height)) { bytes in
      for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : level }
    }
  }
}
