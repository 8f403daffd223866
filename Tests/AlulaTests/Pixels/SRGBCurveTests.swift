import Testing

@testable import Alula

@Suite struct SRGBCurveTests {
  private static let curves = [SRGBCurve.nearest, SRGBCurve.down]

  @Test(arguments: curves) func `the number of every light is that of the formula`(_ curve: SRGBCurve) {
    let lights =
      (-100...40_000).map { Double($0) / 30_000 } + [0.0031308, 0.0031308.nextUp, 1, 1.0.nextUp, 1e9, -1e9]
    #expect(lights.allSatisfy { curve.value($0) == curve.exact($0) })
  }

  @Test(arguments: curves) func `each number begins and ends at the same light as by the formula`(_ curve: SRGBCurve) {
    for value in 1...255 {
      // The step between two numbers, found from the outside.
      var (below, above) = (0.0, 2.0)
      while above.ulp < above - below {
        let middle = (below + above) / 2
        if curve.exact(middle) < value { below = middle } else { above = middle }
      }
      #expect(curve.value(below) == curve.exact(below))
      #expect(curve.value(above) == curve.exact(above))
    }
  }

  @Test func `light and number undo each other, to the nearest number`() {
    for value in 0...255 { #expect(SRGBCurve.nearest.value(Double(SRGBCurve.nearest.light(UInt8(value)))) == value) }
  }

  @Test(arguments: curves) func `what is no light has a number all the same`(_ curve: SRGBCurve) {
    #expect(curve.value(-1) == 0 && curve.value(2) == 255 && curve.value(.nan) == 0)
    #expect(curve.value(-.infinity) == 0 && curve.value(.infinity) == 255)
  }

  @Test(arguments: [(0.5, 187, 188), (0.2, 123, 124), (0.001, 3, 3)])
  func `half a number is rounded as was asked`(light: Double, down: UInt8, nearest: UInt8) {
    #expect(SRGBCurve.down.value(light) == down)
    #expect(SRGBCurve.nearest.value(light) == nearest)
  }
}
