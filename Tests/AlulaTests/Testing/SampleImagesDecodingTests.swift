import Alula
import AlulaTesting
import Foundation
import Testing

@Suite struct SampleImagesDecodingTests {
  /// The pixels in the middle of the four quadrants, in the order of `SampleImages.quadrants`.
  private static func quadrants(_ bitmap: Bitmap) -> [SampleColor] {
    [(1, 1), (3, 1), (1, 3), (3, 3)].map { column, row in
      bitmap.withUnsafeBytes { bytes in
        let start = bitmap.height * row / 4 * bitmap.bytesPerRow + bitmap.width * column / 4 * 4
        return SampleColor(bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3])
      }
    }
  }

  private static func isClose(_ left: SampleColor, _ right: SampleColor, within tolerance: Int) -> Bool {
    let pairs = [(left.red, right.red), (left.green, right.green), (left.blue, right.blue), (left.alpha, right.alpha)]
    return pairs.allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
  }

  @Test(arguments: [(SampleImages.jpeg, 2), (SampleImages.webp, 2), (SampleImages.losslessWebP, 0)])
  func `an embedded picture shows its four quadrants`(bytes: [UInt8], tolerance: Int) throws {
    let bitmap = try DefaultImageDecoder().decode(Data(bytes), options: DecodeOptions())
    #expect(bitmap.size == SampleImages.embeddedSize)
    for (found, wanted) in zip(Self.quadrants(bitmap), SampleImages.quadrants) {
      #expect(Self.isClose(found, wanted, within: tolerance), "\(found) for \(wanted)")
    }
  }

  // Exif 2.3: 6 is stored lying on its left side, so that the lower left quadrant comes to the upper left.
  @Test(arguments: [true, false])
  func `an orientation turns the picture`(isLittleEndian: Bool) throws {
    let turned = SampleImages.withOrientation(6, isLittleEndian: isLittleEndian)
    let bitmap = try DefaultImageDecoder().decode(Data(turned), options: DecodeOptions())
    #expect(bitmap.size == SampleImages.embeddedSize.transposed)
    for (found, index) in zip(Self.quadrants(bitmap), [2, 0, 3, 1]) {
      #expect(Self.isClose(found, SampleImages.quadrants[index], within: 2))
    }
  }

  @Test func `every pixel of a PNG is the one that was asked for`() throws {
    let data = Data(SampleImages.png(width: 200, height: 150))
    let bitmap = try DefaultImageDecoder().decode(data, options: DecodeOptions())
    let wrong = bitmap.withUnsafeBytes { bytes in
      (0..<200 * 150).filter { index in
        let wanted = SampleImages.gradient(x: index % 200, y: index / 200)
        return bytes[index * 4] != wanted.red || bytes[index * 4 + 1] != wanted.green
          || bytes[index * 4 + 2] != wanted.blue
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test func `a GIF has the frames and durations that were asked for`() throws {
    let gif = Data(SampleImages.gif(width: 31, height: 17, frames: 4, delays: [5, 20]))
    let header = try ImageHeader.read(gif)
    #expect(header.frames == 4)
    #expect(header.durations == [.milliseconds(50), .milliseconds(200), .milliseconds(50), .milliseconds(200)])
    let bitmap = try DefaultImageDecoder().decode(gif, options: DecodeOptions())
    #expect(bitmap.size == PixelSize(width: 31, height: 17))
    #expect(Self.quadrants(bitmap) == [SampleColor](repeating: SampleImages.flat[0], count: 4))
  }

  @Test func `every format is what it says`() throws {
    for (format, _, bytes) in SampleImages.everyFormat {
      #expect(try ImageHeader.read(Data(bytes)).format == format)
      #expect(throws: LoadError.self) {
        let cut = SampleImages.truncated(bytes, to: bytes.count / 2)
        return try DefaultImageDecoder().decode(Data(cut), options: DecodeOptions())
      }
    }
  }

  @Test func `a bomb is refused before its pixels are made`() {
    let error = #expect(throws: LoadError.self) {
      try DefaultImageDecoder().decode(Data(SampleImages.pngBomb()), options: DecodeOptions())
    }
    #expect(error?.code == .tooManyPixels)
  }
}
