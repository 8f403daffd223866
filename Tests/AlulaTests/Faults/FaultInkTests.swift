#if os(Linux)
  import CSampleJPEG
  import Foundation
  import Testing

  @testable import Alula

  /// Pictures of four inks, which others show inverted.
  @Suite struct FaultInkTests {
    struct Kind: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let sample: SampleJPEG
      var profile: [UInt8]?
    }

    /// Without Adobe's marker nothing says that four components are YCCK, so they are not.
    static let kinds: [Kind] = {
      let plain = SampleJPEG("CMYK", across: 1, down: 1) { $0.layout = .cmyk8 }
      let bare = SampleJPEG("CMYK, no marker", across: 1, down: 1) { ($0.layout, $0.kind.lacks_adobe) = (.cmyk8, 1) }
      let mixed = SampleJPEG("YCCK", across: 1, down: 1) { ($0.layout, $0.kind.is_ycck) = (.cmyk8, 1) }
      let coarse = SampleJPEG("YCCK 4:2:0") { ($0.layout, $0.kind.is_ycck) = (.cmyk8, 1) }
      let layers = SampleJPEG("progressive YCCK", across: 1, down: 1) {
        ($0.layout, $0.kind.is_ycck, $0.kind.is_progressive) = (.cmyk8, 1, 1)
      }
      let all = [plain, bare, mixed, coarse, layers]
      return all.map { Kind(testDescription: $0.name, sample: $0) }
        + all.map {
          Kind(testDescription: "\($0.name), a profile for screens", sample: $0, profile: SampleProfile.swapped.bytes)
        }
    }()

    /// Fields of 80 × 80: paper, cyan, magenta, yellow, black, red, half grey; 255 is no ink.
    private static let inks: [[UInt8]] = [
      [255, 255, 255, 255], [0, 255, 255, 255], [255, 0, 255, 255], [255, 255, 0, 255], [255, 255, 255, 0],
      [255, 0, 0, 255], [255, 255, 255, 128],
    ]
    private static let colors: [[UInt8]] = [
      [255, 255, 255], [0, 255, 255], [255, 0, 255], [255, 255, 0], [0, 0, 0], [255, 0, 0], [128, 128, 128],
    ]

    private static func file(_ kind: Kind) -> Data {
      let picture = SamplePicture(width: 80 * inks.count, height: 80, layout: .cmyk8) { x, _, ink in inks[x / 80][ink] }
      return kind.sample.file(of: picture).withProfile(kind.profile)
    }

    @Test(arguments: kinds, [1.0, 0.5, 0.05])
    func `F50: four inks have their hue, with Adobe's marker and without, and a wrong profile is ignored`(
      _ kind: Kind, scale: Double
    ) throws {
      let side = 80 * Double(Self.inks.count)
      let bitmap = try DefaultImageDecoder().decode(Self.file(kind), target: .pixels(side * scale, side))
      #expect(bitmap.width == Int((side * scale).rounded()))
      for (index, color) in Self.colors.enumerated() {
        let pixel = bitmap.pixel(Int((Double(index) + 0.5) * 80 * scale), bitmap.height / 2)
        let apart = zip(pixel, color).map { abs(Int($0) - Int($1)) }
        #expect(apart.allSatisfy { $0 < 24 }, "\(kind) field \(index): \(pixel)")
        #expect(pixel[3] == 255)
      }
    }

    @Test func `F50: a profile for these inks is used, and nothing is inverted`() throws {
      for kind in Self.kinds where kind.profile == nil {
        let file = Self.file(Kind(testDescription: "", sample: kind.sample, profile: SampleProfile.ink.bytes))
        let bitmap = try DefaultImageDecoder().decode(file)
        // By its table paper is white, black ink is black, and one colour has half the lightness of paper.
        #expect(bitmap.pixel(40, 40).prefix(3).allSatisfy { $0 > 240 }, "\(kind)")
        #expect(bitmap.pixel(80 * 4 + 40, 40).prefix(3).allSatisfy { $0 < 16 }, "\(kind)")
        #expect(bitmap.pixel(80 + 40, 40).prefix(3).allSatisfy { (90...150).contains($0) }, "\(kind)")
      }
    }
  }

  extension Data {
    /// A JPEG with a profile put in (ICC.1:2022 annex B.4).
    fileprivate func withProfile(_ profile: [UInt8]?) -> Data {
      guard let profile else { return self }
      let segment = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
      return prefix(2) + Data([0xFF, 0xE2] + PNGBuilder.big16(segment.count + 2) + segment) + dropFirst(2)
    }
  }
#endif
