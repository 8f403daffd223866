import Foundation
import Testing

@testable import Alula

@Suite struct ScalingQualityTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let layout: RowLayout
    let source: (Int, Int)
    let output: (Int, Int)
    let decibels: Double
    var testDescription: String { "\(layout) \(source) to \(output)" }
  }

  static let cases: [Case] = [
    Case(layout: .rgb8, source: (400, 260), output: (40, 26), decibels: 50),
    Case(layout: .rgb8, source: (403, 271), output: (41, 28), decibels: 50),
    Case(layout: .gray8, source: (150, 100), output: (60, 40), decibels: 50),
    Case(layout: .rgb8, source: (128, 85), output: (60, 40), decibels: 50),
    Case(layout: .rgba8, source: (240, 160), output: (25, 17), decibels: 50),
    Case(layout: .grayAlpha8, source: (200, 133), output: (34, 22), decibels: 50),
    Case(layout: .rgb8, source: (100, 70), output: (99, 69), decibels: 50),
    Case(layout: .rgba8, source: (30, 20), output: (125, 83), decibels: 50),
    Case(layout: .rgb8, source: (240, 160), output: (25, 17), decibels: 50),
    Case(layout: .rgb8, source: (30, 20), output: (125, 83), decibels: 50),
    Case(layout: .rgb8, source: (500, 7), output: (50, 1), decibels: 45),
  ]

  @Test(arguments: cases) func `the result is what Lanczos3 over the whole picture gives`(_ test: Case) throws {
    let picture = SamplePicture.photograph(width: test.source.0, height: test.source.1, layout: test.layout)
    let target = TargetSize(
      width: Double(test.output.0), height: Double(test.output.1), allowsEnlarging: true)
    let bitmap = try picture.scaled(to: target)
    let expected = ReferenceScaler.scale(picture.premultiplied(), from: picture.size, to: bitmap.size)
    let decibels = signalToNoise(bitmap.bytes, expected)
    #expect(decibels >= test.decibels)
  }

  @Test func `a span that ends inside the last pixel is resampled exactly`() throws {
    // A picture of 1601 coded pixels comes from a JPEG decoder at 1/4 as 401, of which 400.25 are picture.
    let coded = PixelSize(width: 1601, height: 1067)
    func wave(_ x: Double, _ y: Double) -> Double { 128 + 90 * sin(x / 40) * cos(y / 33) }
    let quarter = SamplePicture(width: 401, height: 267, layout: .gray8) { x, y, _ in
      UInt8(wave((Double(x) + 0.5) * 4, (Double(y) + 0.5) * 4).rounded())
    }
    let geometry = try DecodeGeometry(codedSize: coded, orientation: .up, target: .pixels(200, 200))
    let bitmap = try quarter.scaled(by: geometry, scaleX: 0.25, scaleY: 0.25)
    var worst = 0.0
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let expected = wave((Double(x) + 0.5) * 1601 / 200, (Double(y) + 0.5) * 1067 / Double(bitmap.height))
        worst = max(worst, abs(Double(bitmap.pixel(x, y)[0]) - expected))
      }
    }
    #expect(worst < 3)
  }
}
