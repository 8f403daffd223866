import Foundation
import Testing

@testable import Alula

@Suite struct ColorConversionTests {
  /// One pixel of `layout` through a profile.
  static func convert(_ pixel: [UInt8], _ layout: RowLayout, _ profile: ICCProfile?, straight: Bool = false) throws
    -> [UInt8]
  {
    let picture = SamplePicture(width: 1, height: 1, layout: layout) { _, _, channel in pixel[channel] }
    return try picture.scaled(keepsStraightAlpha: straight, profile: profile).bytes
  }

  @Test(
    arguments: [[200, 100, 50], [10, 240, 30], [128, 128, 128], [255, 0, 0], [0, 0, 255], [255, 255, 255]] as [[UInt8]])
  func `Display P3 colours become the sRGB colours that look the same`(_ pixel: [UInt8]) throws {
    let bytes = try Self.convert(pixel, .rgb8, SampleProfile.displayP3.profile)
    for (byte, expected) in zip(bytes, Self.sRGB(fromP3: pixel)) {
      #expect(abs(Double(byte) - expected) <= 1.5, "\(bytes) \(Self.sRGB(fromP3: pixel))")
    }
    #expect(bytes[3] == 255)
  }

  /// The conversion by the published matrices, with colours outside sRGB cut off.
  static func sRGB(fromP3 pixel: [UInt8]) -> [Double] {
    func linear(_ value: Double) -> Double { value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4) }
    func curved(_ value: Double) -> Double { value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055 }
    let matrix = [
      [1.2249401, -0.2249404, 0], [-0.0420569, 1.0420571, 0], [-0.0196376, -0.0786361, 1.0982735],
    ]
    let light = pixel.map { linear(Double($0) / 255) }
    return matrix.map { row in
      let sum = zip(row, light).reduce(0) { $0 + $1.0 * $1.1 }
      return curved(min(1, max(0, sum))) * 255
    }
  }

  @Test func `alpha is kept and colours are converted straight`() throws {
    let profile = SampleProfile.swapped.profile
    #expect(try Self.convert([255, 0, 0, 255], .rgba8, profile) == [0, 0, 255, 255])
    #expect(try Self.convert([255, 0, 0, 100], .rgba8, profile) == [0, 0, 100, 100])
    #expect(try Self.convert([100, 0, 0, 100], .rgba8Premultiplied, profile) == [0, 0, 100, 100])
    #expect(try Self.convert([255, 0, 0, 100], .rgba8, profile, straight: true) == [0, 0, 255, 100])
    #expect(try Self.convert([255, 0, 0, 0], .rgba8, profile) == [0, 0, 0, 0])
  }

  @Test func `a profile that is sRGB changes nothing, not even by one step`() throws {
    #expect(SampleProfile.sRGB.profile.isSRGB)
    let picture = SamplePicture.noise(width: 40, height: 40, layout: .rgb8)
    #expect(try picture.scaled(profile: SampleProfile.sRGB.profile).bytes == picture.scaled().bytes)
  }

  @Test func `profiles that differ from sRGB are told apart from it`() {
    for profile in [SampleProfile.displayP3, .swapped, .linear] { #expect(!profile.profile.isSRGB) }
  }

  @Test func `grey is converted by a grey profile, with and without alpha`() throws {
    let linear = SampleProfile.gray(curve: SampleProfile.linearCurve).profile
    // Linear light of 55/255 is 0.2157, which sRGB writes as 128.
    #expect(try Self.convert([55], .gray8, linear) == [128, 128, 128, 255])
    #expect(try Self.convert([55, 255], .grayAlpha8, linear) == [128, 128, 128, 255])
    #expect(try Self.convert([55, 0], .grayAlpha8, linear) == [0, 0, 0, 0])
    let same = SampleProfile.gray(curve: SampleProfile.sRGBCurve).profile
    #expect(try Self.convert([77], .gray8, same) == [77, 77, 77, 255])
  }

  @Test func `ink without a profile is colour times black`() throws {
    #expect(try Self.convert([255, 255, 255, 255], .cmyk8, nil) == [255, 255, 255, 255])
    #expect(try Self.convert([255, 128, 0, 255], .cmyk8, nil) == [255, 128, 0, 255])
    #expect(try Self.convert([255, 128, 10, 128], .cmyk8, nil) == [128, 64, 5, 255])
    #expect(try Self.convert([255, 128, 10, 0], .cmyk8, nil) == [0, 0, 0, 255])
  }

  @Test func `ink with a profile is converted by it`() throws {
    let ink = SampleProfile.ink.profile
    #expect(try Self.convert([255, 255, 255, 255], .cmyk8, ink) == [255, 255, 255, 255])
    #expect(try Self.convert([255, 255, 255, 0], .cmyk8, ink) == [0, 0, 0, 255])
    // L* = 50.2 is a grey of 119 in sRGB.
    let cyan = try Self.convert([0, 255, 255, 255], .cmyk8, ink)
    #expect(cyan.prefix(3).allSatisfy { abs(Int($0) - 119) <= 2 } && cyan[3] == 255)
  }

  @Test func `a profile for other pixels, or a damaged one, is ignored`() throws {
    let pixel: [UInt8] = [10, 20, 30]
    let plain = try Self.convert(pixel, .rgb8, nil)
    let swapped = SampleProfile.swapped.bytes
    let wrong: [[UInt8]] = [
      SampleProfile.ink.bytes, SampleProfile.gray(curve: SampleProfile.linearCurve).bytes, [], [1, 2, 3],
      Array(swapped.prefix(127)), Array(swapped.prefix(200)), [UInt8](repeating: 0, count: 5000),
      swapped + [UInt8](repeating: 0, count: ICCProfile.maximumSize),
    ]
    for bytes in wrong { #expect(try Self.convert(pixel, .rgb8, ICCProfile(Data(bytes))) == plain) }
    #expect(try Self.convert([255, 128, 0, 255], .cmyk8, SampleProfile.swapped.profile) == [255, 128, 0, 255])
  }

  @Test(arguments: ["D2B0", "D2B1", "D2B3"])
  func `a list of elements is not run, however long, and the profile's other tags count`(_ name: String) throws {
    let pixel: [UInt8] = [200, 100, 50]
    var profile = SampleProfile.displayP3
    let expected = try Self.convert(pixel, .rgb8, profile.profile)
    profile.tags.append(SampleProfile.elements(name, count: 300))
    #expect(try Self.convert(pixel, .rgb8, profile.profile) == expected)
    // Run for each point of a table, these would take minutes.
    profile.tags[profile.tags.count - 1] = SampleProfile.elements(name, count: 100_000)
    #expect(try Self.convert(pixel, .rgb8, profile.profile) == expected)
  }

  @Test func `colours stay as stored when conversion is off`() throws {
    let picture = SamplePicture.noise(width: 4, height: 4, layout: .rgb8)
    let geometry = try DecodeGeometry(codedSize: picture.size, orientation: .up, target: nil)
    var scaler = try RowScaler(source: picture.size, scaleX: 1, scaleY: 1, layout: .rgb8, geometry: geometry)
    for y in 0..<4 { Array(picture.row(y)).withUnsafeBytes { scaler.append($0) } }
    let bitmap = try scaler.finish(profile: SampleProfile.swapped.profile, convertsColor: false)
    #expect(bitmap.bytes == (try picture.scaled()).bytes)
  }

  @Test func `a profile has the name that it says`() {
    #expect(SampleProfile.displayP3.profile.name == "Test P3 ✓")
    #expect(ICCProfile(Data([1, 2, 3])).name == nil)
  }

  @Test(arguments: [UInt64](1...4)) func `damaged profiles never crash`(seed: UInt64) throws {
    var noise = Noise(seed: seed)
    for sample in [SampleProfile.displayP3, .ink, .gray(curve: SampleProfile.sRGBCurve)] {
      for _ in 0..<40 {
        var bytes = sample.bytes
        for _ in 0..<Int.random(in: 1...6, using: &noise) {
          let index = Int.random(in: 0..<bytes.count, using: &noise)
          bytes[index] = UInt8(truncatingIfNeeded: noise.next())
        }
        if noise.next() % 4 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &noise)) }
        let profile = ICCProfile(Data(bytes))
        _ = profile.name
        _ = profile.isSRGB
        _ = try Self.convert([10, 20, 30, 40], .cmyk8, profile)
        _ = try Self.convert([10], .gray8, profile)
      }
    }
  }

  @Test func `one profile may be used by many threads at a time`() async throws {
    let picture = SamplePicture.noise(width: 64, height: 64, layout: .rgba8)
    let profile = SampleProfile.displayP3.profile
    let expected = try picture.scaled(profile: profile).bytes
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<16 { group.addTask { try picture.scaled(profile: profile).bytes } }
      for try await bytes in group { #expect(bytes == expected) }
    }
  }

  static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../../shared/corpus/color").standardized

  // Skipped when the pictures that are shared between projects are not beside this one.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: corpus.path)))
  func `profiles found by fuzzing are answered, not crashed on`() throws {
    for file in try FileManager.default.contentsOfDirectory(at: Self.corpus, includingPropertiesForKeys: nil)
    where file.pathExtension == "icc" {
      let profile = ICCProfile(try Data(contentsOf: file))
      _ = profile.name
      for (pixel, layout) in [([1], RowLayout.gray8), ([1, 2, 3], .rgb8), ([1, 2, 3, 4], .cmyk8)]
        as [([UInt8], RowLayout)]
      {
        _ = try Self.convert(pixel, layout, profile)
      }
    }
  }
}
