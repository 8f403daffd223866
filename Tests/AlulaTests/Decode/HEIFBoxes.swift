import Foundation

/// Boxes as ISO/IEC 14496-12 writes them.
enum HEIFBoxes {
  static func box(_ type: String, _ body: [UInt8]) -> [UInt8] { big32(body.count + 8) + Array(type.utf8) + body }
  /// A box with a version and flags.
  static func full(_ type: String, version: UInt8 = 0, _ body: [UInt8]) -> [UInt8] {
    box(type, [version, 0, 0, 0] + body)
  }
  static func big16(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
  static func big32(_ value: Int) -> [UInt8] { big16(value >> 16) + big16(value) }

  /// A file of those boxes after its brand.
  static func file(_ brand: String, _ boxes: [UInt8]) -> Data {
    Data(box("ftyp", Array(brand.utf8) + big32(0)) + boxes)
  }
}
