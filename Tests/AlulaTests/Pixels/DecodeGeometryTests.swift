import Testing

@testable import Alula

@Suite struct DecodeGeometryTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let source: (Int, Int)
    let target: TargetSize
    let output: (Int, Int)
    var testDescription: String { "\(source) for \(target.width)×\(target.height) \(target.mode): \(output)" }
  }

  static let cases: [Case] = [
    Case(source: (3000, 2000), target: .pixels(300, 300), output: (300, 200)),
    Case(source: (2000, 3000), target: .pixels(300, 300), output: (200, 300)),
    Case(source: (3000, 200), target: .pixels(100, 100), output: (100, 7)),
    Case(source: (383, 257), target: .pixels(100, 100), output: (100, 67)),
    Case(source: (100_000, 1), target: .pixels(10, 10), output: (10, 1)),
    Case(source: (200, 100), target: .pixels(300, 300), output: (200, 100)),
    Case(source: (300, 200), target: .points(50, 50, scale: 3), output: (150, 100)),
    Case(source: (300, 200), target: .pixels(.infinity, 50), output: (75, 50)),
    Case(source: (300, 200), target: .pixels(.infinity, .infinity), output: (300, 200)),
    Case(source: (300, 200), target: .pixels(1e9, 1e9), output: (300, 200)),
    Case(source: (300, 200), target: .pixels(.greatestFiniteMagnitude, 100), output: (150, 100)),
    Case(source: (300, 200), target: .pixels(0.1, 0.1), output: (1, 1)),
    Case(source: (300, 200), target: .pixels(.leastNonzeroMagnitude, 5), output: (1, 1)),
    Case(source: (3000, 2000), target: .pixels(300, 300, mode: .fill), output: (300, 300)),
    Case(source: (3000, 2000), target: .pixels(300, 100, mode: .fill), output: (300, 100)),
    Case(source: (300, 2000), target: .pixels(400, 400, mode: .fill), output: (300, 400)),
    Case(source: (30, 20), target: .pixels(400, 400, mode: .fill), output: (30, 20)),
    Case(source: (300, 200), target: .pixels(150, .infinity, mode: .fill), output: (150, 100)),
    Case(source: (300, 200), target: .pixels(150, .greatestFiniteMagnitude, mode: .fill), output: (150, 100)),
    Case(source: (300, 200), target: .pixels(.infinity, .infinity, mode: .fill), output: (300, 200)),
    Case(source: (30, 20), target: enlarging(300, 300, .fit), output: (300, 200)),
    Case(source: (30, 20), target: enlarging(300, 300, .fill), output: (300, 300)),
    Case(source: (30, 20), target: enlarging(.infinity, .infinity, .fit), output: (30, 20)),
  ]

  static func enlarging(_ width: Double, _ height: Double, _ mode: TargetSize.Mode) -> TargetSize {
    TargetSize(width: width, height: height, mode: mode, allowsEnlarging: true)
  }

  @Test(arguments: cases) func `the output has the shape of the picture inside the target`(_ test: Case) throws {
    let size = PixelSize(width: test.source.0, height: test.source.1)
    let geometry = try DecodeGeometry(codedSize: size, orientation: .up, target: test.target)
    #expect(geometry.outputSize == PixelSize(width: test.output.0, height: test.output.1))
  }

  static let special: [Double] = [
    0, -0.0, -1, .nan, .signalingNaN, .infinity, -.infinity, .leastNonzeroMagnitude, .leastNormalMagnitude, 0.4, 0.5, 1,
    1.5, 2, 99.5, 1e9, 1e18, 1e19, 1e300, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
  ]

  @Test(arguments: [(0.0, 5.0, 1.0), (5, 0, 1), (-1, 5, 1), (.nan, 5, 1), (5, .nan, 1), (5, 5, 0), (5, 5, -2)])
  func `a side that nothing can be shown at is an error`(width: Double, height: Double, scale: Double) {
    expectInvalid(TargetSize(width: width, height: height, scale: scale))
    expectInvalid(TargetSize(width: width, height: height, scale: scale, mode: .fill, allowsEnlarging: true))
  }

  @Test(arguments: [Double.infinity, .nan, -.infinity]) func `a scale that is no number is an error`(_ scale: Double) {
    expectInvalid(TargetSize(width: 5, height: 5, scale: scale))
  }

  private func expectInvalid(_ target: TargetSize) {
    let error = #expect(throws: LoadError.self) {
      try DecodeGeometry(codedSize: PixelSize(width: 30, height: 20), orientation: .up, target: target)
    }
    #expect(error?.code == .invalidTargetSize)
  }

  @Test(arguments: [TargetSize.Mode.fit, .fill]) func `enlarging to a huge size is an error`(_ mode: TargetSize.Mode) {
    for side in [1e9, 1e18, 1e19, 1e300, .greatestFiniteMagnitude] {
      let error = #expect(throws: LoadError.self) {
        try DecodeGeometry(
          codedSize: PixelSize(width: 30, height: 20), orientation: .up, target: Self.enlarging(side, side, mode))
      }
      #expect(error?.code == .tooManyPixels)
    }
  }

  @Test func `a picture without pixels is an error`() {
    for size in [PixelSize(width: 0, height: 5), PixelSize(width: 5, height: -1)] {
      #expect(throws: LoadError.self) { try DecodeGeometry(codedSize: size, orientation: .up, target: nil) }
    }
  }

  @Test(arguments: Orientation.allCases) func `the target speaks of the upright picture`(_ orientation: Orientation)
    throws
  {
    let coded = PixelSize(width: 400, height: 200)
    let geometry = try DecodeGeometry(
      codedSize: coded, orientation: orientation, target: .pixels(100, 100, mode: .fill))
    #expect(geometry.outputSize == PixelSize(width: 100, height: 100))
    let tall = try DecodeGeometry(codedSize: coded, orientation: orientation, target: .pixels(1000, 80))
    let isTurned = orientation.isTransposed
    #expect(tall.outputSize == (isTurned ? PixelSize(width: 40, height: 80) : PixelSize(width: 160, height: 80)))
    #expect(tall.codedOutput == (isTurned ? tall.outputSize.transposed : tall.outputSize))
  }

  @Test func `filling cuts the same amount on both sides`() throws {
    let geometry = try DecodeGeometry(
      codedSize: PixelSize(width: 400, height: 200), orientation: .up, target: .pixels(100, 100, mode: .fill))
    #expect(geometry.crop == CropRectangle(x: 100, y: 0, width: 200, height: 200))
    let turned = try DecodeGeometry(
      codedSize: PixelSize(width: 400, height: 200), orientation: .right, target: .pixels(50, 200, mode: .fill))
    #expect(turned.crop == CropRectangle(x: 100, y: 0, width: 200, height: 200) || turned.crop.width == 400)
    #expect(turned.outputSize == PixelSize(width: 50, height: 200))
  }

  @Test func `a cut at full scale goes between pixels`() throws {
    let geometry = try DecodeGeometry(
      codedSize: PixelSize(width: 401, height: 10), orientation: .up, target: .pixels(100, 100, mode: .fill))
    #expect(geometry.crop == CropRectangle(x: 150, y: 0, width: 100, height: 10))
  }

  @Test(arguments: [UInt64](1...8)) func `no target whatever traps`(seed: UInt64) {
    var noise = Noise(seed: seed)
    for _ in 0..<4_000 { tryRandom(&noise) }
  }

  private func tryRandom(_ noise: inout Noise) {
    func side(_ noise: inout Noise) -> Double {
      switch noise.next() % 3 {
      case 0: Self.special.randomElement(using: &noise) ?? 0
      case 1: Double(bitPattern: noise.next())
      default: Double.random(in: 0.1...5000, using: &noise)
      }
    }
    func length(_ noise: inout Noise) -> Int {
      [1, 2, 3, 65_500, 1 << 31, Int.max, Int.random(in: 1...5000, using: &noise)].randomElement(using: &noise) ?? 1
    }
    let target = TargetSize(
      width: side(&noise), height: side(&noise), scale: noise.next() % 2 == 0 ? 1 : side(&noise),
      mode: noise.next() % 2 == 0 ? .fit : .fill, allowsEnlarging: noise.next() % 2 == 0)
    let size = PixelSize(width: length(&noise), height: length(&noise))
    let orientation = Orientation(tag: Int(noise.next() % 10))
    guard let geometry = try? DecodeGeometry(codedSize: size, orientation: orientation, target: target) else { return }
    let (crop, output) = (geometry.crop, geometry.codedOutput)
    #expect(output.width >= 1 && output.height >= 1)
    #expect(crop.x >= 0 && crop.y >= 0 && crop.width > 0 && crop.height > 0)
    #expect(crop.x + crop.width <= Double(size.width) * (1 + 1e-12))
    #expect(crop.y + crop.height <= Double(size.height) * (1 + 1e-12))
    if !target.allowsEnlarging { #expect(output.width <= size.width && output.height <= size.height) }
    for layout in [RowLayout.gray8, .rgba8] {
      let needed = RowScaler.memoryNeeded(source: size, layout: layout, geometry: geometry)
      if let needed, let pixels = output.pixelCount { #expect(needed >= pixels * 4) }
    }
  }
}
