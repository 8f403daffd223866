import Foundation

@testable import Alula

/// ICC profiles (ICC.1:2022) written byte by byte.
struct SampleProfile {
  var space: String
  var connection = "XYZ "
  var version: UInt8 = 4
  var tags: [(name: String, bytes: [UInt8])]

  var profile: ICCProfile { ICCProfile(Data(bytes)) }

  var bytes: [UInt8] {
    var table: [UInt8] = Self.number(tags.count)
    var content: [UInt8] = []
    for tag in tags {
      table +=
        Array(tag.name.utf8) + Self.number(128 + 4 + tags.count * 12 + content.count) + Self.number(tag.bytes.count)
      content += tag.bytes + [UInt8](repeating: 0, count: (4 - tag.bytes.count % 4) % 4)
    }
    var header = [UInt8](repeating: 0, count: 128)
    func put(_ bytes: [UInt8], at offset: Int) { header.replaceSubrange(offset..<offset + bytes.count, with: bytes) }
    put(Self.number(128 + table.count + content.count), at: 0)
    put([version, 0x20], at: 8)
    put(Array((space == "CMYK" ? "prtr" : "mntr").utf8) + Array(space.utf8) + Array(connection.utf8), at: 12)
    put(Array("acsp".utf8), at: 36)
    put(Self.fixed(0.9642) + Self.fixed(1) + Self.fixed(0.8249), at: 68)
    return header + table + content
  }

  /// An RGB display by its primaries (adapted to D50) and one curve.
  static func display(_ name: String, primaries: [[Double]], curve: [UInt8]) -> SampleProfile {
    let colors = zip(["rXYZ", "gXYZ", "bXYZ"], primaries).map { name, color in
      (name: name, bytes: Array("XYZ ".utf8) + number(0) + color.flatMap { fixed($0) })
    }
    let curves = ["rTRC", "gTRC", "bTRC"].map { (name: $0, bytes: curve) }
    return SampleProfile(space: "RGB ", tags: [("desc", text(name)), ("wtpt", white)] + colors + curves)
  }

  /// A tag of type multiProcessElements (ICC.1:2022 section 10.16): one matrix that changes nothing, listed `count` times.
  static func elements(_ name: String, count: Int) -> (name: String, bytes: [UInt8]) {
    let one: [UInt8] = [0x3F, 0x80, 0, 0]
    let numbers = (0..<12).flatMap { [0, 4, 8].contains($0) ? one : [0, 0, 0, 0] }
    let matrix = Array("matf".utf8) + number(0) + [0, 3, 0, 3] + numbers
    let places = (0..<count).flatMap { _ in number(16 + count * 8) + number(matrix.count) }
    return (name, Array("mpet".utf8) + number(0) + [0, 3, 0, 3] + number(count) + places + matrix)
  }

  static func gray(curve: [UInt8]) -> SampleProfile {
    SampleProfile(space: "GRAY", tags: [("desc", text("Grey")), ("wtpt", white), ("kTRC", curve)])
  }

  /// Ink by a table of two steps a channel: paper is white, black ink and all inks together are black, a single colour
  /// has half the lightness.
  static var ink: SampleProfile {
    let ramp = (0...255).map { UInt8($0) }
    var table: [UInt8] = []
    for corner in 0..<16 {
      let (colors, isBlack) = ((corner >> 1).nonzeroBitCount, corner & 1 == 1)
      table += [isBlack || colors == 3 ? 0 : colors == 0 ? 255 : 128, 128, 128]
    }
    let matrix = [1.0, 0, 0, 0, 1, 0, 0, 0, 1].flatMap { fixed($0) }
    let lut =
      Array("mft1".utf8) + number(0) + [4, 3, 2, 0] + matrix + [[UInt8]](repeating: ramp, count: 4).flatMap { $0 }
      + table
      + [[UInt8]](repeating: ramp, count: 3).flatMap { $0 }
    return SampleProfile(
      space: "CMYK", connection: "Lab ", version: 2, tags: [("desc", text("Ink")), ("wtpt", white), ("A2B0", lut)])
  }

  static let sRGBPrimaries = [[0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410]]
  static let displayP3Primaries = [
    [0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407],
  ]

  /// The curve of IEC 61966-2-1.
  static let sRGBCurve =
    Array("para".utf8) + number(0) + [0, 3, 0, 0]
    + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap { fixed($0) }
  static let linearCurve = Array("curv".utf8) + number(0) + number(0)

  static let sRGB = display("Test sRGB", primaries: sRGBPrimaries, curve: sRGBCurve)
  static let displayP3 = display("Test P3 ✓", primaries: displayP3Primaries, curve: sRGBCurve)
  /// sRGB with red and blue exchanged.
  static let swapped = display("Swapped", primaries: sRGBPrimaries.reversed(), curve: sRGBCurve)
  static let linear = display("Linear", primaries: sRGBPrimaries, curve: linearCurve)

  private static let white = Array("XYZ ".utf8) + number(0) + fixed(0.9642) + fixed(1) + fixed(0.8249)

  private static func text(_ text: String) -> [UInt8] {
    let units = Array(text.utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    return Array("mluc".utf8) + number(0) + number(1) + number(12) + Array("enUS".utf8) + number(units.count)
      + number(28) + units
  }

  private static func number(_ value: Int) -> [UInt8] {
    [UInt8(value >> 24 & 0xFF), UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
  }

  private static func fixed(_ value: Double) -> [UInt8] { number(Int((value * 65_536).rounded())) }
}
