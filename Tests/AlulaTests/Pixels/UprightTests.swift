import Testing

@testable import Alula

@Suite struct UprightTests {
  /// Where row 0 and column 0 of the stored picture are seen (Exif 2.3, tag 0x0112).
  static let sides: [Orientation: (row0: String, column0: String)] = [
    .up: ("top", "left"), .upMirrored: ("top", "right"), .down: ("bottom", "right"), .downMirrored: ("bottom", "left"),
    .leftMirrored: ("left", "top"), .right: ("right", "top"), .rightMirrored: ("right", "bottom"),
    .left: ("left", "bottom"),
  ]

  @Test(arguments: Orientation.allCases) func `row 0 and column 0 are seen on the sides that Exif names`(
    _ orientation: Orientation
  ) throws {
    let sides = try #require(Self.sides[orientation])
    for (width, height) in [(5, 3), (3, 5), (1, 7), (33, 20), (16, 16), (40, 17)] {
      let picture = SamplePicture.noise(width: width, height: height, layout: .gray8)
      let bitmap = try picture.scaled(orientation: orientation)
      #expect(bitmap.size == (orientation.isTransposed ? picture.size.transposed : picture.size))
      for row in 0..<height {
        for column in 0..<width {
          var (x, y) = (0, 0)
          for (side, distance) in [(sides.row0, row), (sides.column0, column)] {
            switch side {
            case "top": y = distance
            case "bottom": y = bitmap.height - 1 - distance
            case "left": x = distance
            default: x = bitmap.width - 1 - distance
            }
          }
          #expect(bitmap.pixel(x, y)[0] == picture.bytes[row * width + column])
        }
      }
    }
  }

  @Test(arguments: Orientation.allCases) func `scaling then turning is the same as turning alone`(
    _ orientation: Orientation
  ) throws {
    let picture = SamplePicture.noise(width: 90, height: 60, layout: .rgb8)
    let target: TargetSize = orientation.isTransposed ? .pixels(20, 30) : .pixels(30, 20)
    let small = try picture.scaled(to: .pixels(30, 20))
    let turned = try picture.scaled(to: target, orientation: orientation)
    var again = SamplePicture(width: 30, height: 20, layout: .rgba8Premultiplied) { _, _, _ in 0 }
    again.bytes = small.bytes
    #expect(try again.scaled(orientation: orientation).bytes == turned.bytes)
  }

  @Test(arguments: Orientation.allCases) func `what is cut at full scale is the same part in every orientation`(
    _ orientation: Orientation
  ) throws {
    let picture = SamplePicture.noise(width: 33, height: 20, layout: .gray8)
    let whole = try picture.scaled(orientation: orientation)
    // One pixel more has to go on one side than on the other.
    for target in [(10, 100), (100, 7), (7, 100), (100, 10)].map({ TargetSize.pixels($0, $1, mode: .fill) }) {
      let cut = try picture.scaled(to: target, orientation: orientation)
      #expect(cut.bytes == (try whole.applying([.resize(target)])).bytes)
    }
  }
}
