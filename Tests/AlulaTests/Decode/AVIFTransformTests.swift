#if os(Linux) && AVIF
  import CSampleAVIF
  import Foundation
  import Testing

  @testable import Alula

  @Suite struct AVIFTransformTests {
    private let decoder = DefaultImageDecoder()

    /// A rotation against the clock, a mirror after it, and the Exif orientation they come to.
    static let turns: [(Int32, Int32, Orientation)] = [
      (0, -1, .up), (1, -1, .left), (2, -1, .down), (3, -1, .right),
      (0, 0, .downMirrored), (1, 0, .leftMirrored), (2, 0, .upMirrored), (3, 0, .rightMirrored),
      (0, 1, .upMirrored), (1, 1, .rightMirrored), (2, 1, .downMirrored), (3, 1, .leftMirrored),
    ]

    @Test(arguments: turns, [nil, TargetSize.pixels(30, 30), .pixels(24, 20, mode: .fill)])
    func `rotation and mirror are applied once, whole, downsampled and cut`(
      _ turn: (Int32, Int32, Orientation), _ target: TargetSize?
    ) throws {
      let (rotation, mirror, orientation) = turn
      let sample = SampleAVIF("turned", sampling: 420) { ($0.kind.rotation, $0.kind.mirror) = (rotation, mirror) }
      let data = try sample.file()
      #expect(try ImageHeader.read(data).orientation == orientation)
      let picture = SampleAVIF.picture(width: 96, height: 64)
      let upright = try picture.scaled(to: target, orientation: orientation)
      #expect(try distance(decoder.decode(data, target: target), upright).mean < 2)
    }

    /// An aperture of 41 × 30 pixels that starts at an odd pixel.
    private static func cropped(_ sampling: Int32) -> SampleAVIF {
      SampleAVIF("cropped", sampling: sampling) { sample in
        sample.kind.is_cropped = 1
        // 41/2 + 17/2: the middle of 96 is at 48, that of the part at 11 + 41/2.
        sample.kind.aperture = (41, 1, 30, 1, UInt32(bitPattern: -33), 2, UInt32(bitPattern: -10), 1)
      }
    }

    @Test(arguments: [Int32(444), 422, 420, 400])
    func `an aperture cuts the same pixels out, at odd places too`(_ sampling: Int32) throws {
      let data = try Self.cropped(sampling).file()
      let whole = try decoder.decode(SampleAVIF("whole", sampling: sampling).file())
      let bitmap = try decoder.decode(data)
      #expect(bitmap.size == PixelSize(width: 41, height: 30))
      #expect(try ImageHeader.read(data).size == bitmap.size)
      for y in 0..<30 { for x in 0..<41 { #expect(bitmap.pixel(x, y) == whole.pixel(x + 11, y + 7)) } }
    }

    @Test(arguments: [Int32(444), 420], [TargetSize.pixels(10, 10), .pixels(6, 6)])
    func `an aperture is downsampled like a picture of its own`(_ sampling: Int32, _ target: TargetSize) throws {
      let whole = SampleAVIF.picture(width: 96, height: 64)
      let part = SamplePicture(width: 41, height: 30, layout: .rgba8) { x, y, channel in
        whole.bytes[((y + 7) * 96 + x + 11) * 4 + channel]
      }
      let bitmap = try decoder.decode(Self.cropped(sampling).file(), target: target)
      #expect(try distance(bitmap, part.scaled(to: target)).mean < 2)
    }

    @Test(arguments: [
      (CleanAperture([10, 1, 10, 1, 0, 1, 0, 1]), [43, 27, 10, 10]),
      // Larger than the picture, outside of it, without a size, divided by zero.
      (CleanAperture([200, 1, 200, 1, 0, 1, 0, 1]), [0, 0, 96, 64]),
      (CleanAperture([10, 1, 10, 1, 48, 1, 0, 1]), [91, 27, 5, 10]),
      (CleanAperture([10, 1, 10, 1, 500, 1, 0, 1]), [0, 0, 96, 64]),
      (CleanAperture([0, 1, 10, 1, 0, 1, 0, 1]), [0, 0, 96, 64]),
      (CleanAperture([10, 0, 10, 1, 0, 1, 0, 1]), [0, 0, 96, 64]),
      (CleanAperture([.max, 1, .max, 1, .max, 1, 0, 1]), [0, 0, 96, 64]),
    ])
    func `an aperture never reaches outside the picture; one without a sense is none`(
      _ aperture: CleanAperture?, _ expected: [Int]
    ) throws {
      let area = try #require(aperture).area(of: PixelSize(width: 96, height: 64))
      #expect([area.x, area.y, area.size.width, area.size.height] == expected)
    }
  }
#endif
