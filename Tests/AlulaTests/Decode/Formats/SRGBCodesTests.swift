#if os(Linux) && TIFF
  import Testing

  @testable import Alula

  @Suite struct SRGBCodesTests {
    private let codes = SRGBCodes()

    @Test func `the number of every light is that of the formula`() {
      let lights =
        (-100...40_000).map { Double($0) / 30_000 } + [0.0031308, 0.0031308.nextUp, 1, 1.0.nextUp, 1e9, -1e9]
      #expect(lights.allSatisfy { codes.code($0) == SRGBCodes.exact($0) })
    }

    @Test func `each number begins and ends at the same light as by the formula`() {
      for code in 1...255 {
        // The step between two numbers, found from the outside.
        var (below, above) = (0.0, 2.0)
        while above.ulp < above - below {
          let middle = (below + above) / 2
          if SRGBCodes.exact(middle) < code { below = middle } else { above = middle }
        }
        #expect(codes.code(below) == SRGBCodes.exact(below))
        #expect(codes.code(above) == SRGBCodes.exact(above))
      }
    }

    @Test func `pixels of a row do not depend on those before them`() {
      let colors: [[UInt8]] = [
        [0, 0, 0], [128, 0, 0], [128, 0, 0], [255, 0, 0], [128, 60, 200], [128, 60, 200], [0, 0, 0],
      ]
      var row = colors.flatMap { $0 }
      row.withUnsafeMutableBufferPointer { row in
        guard let base = row.baseAddress else { return }
        LabColors.convert(base, count: colors.count)
      }
      for (index, color) in colors.enumerated() {
        var one = color
        one.withUnsafeMutableBufferPointer { one in
          guard let base = one.baseAddress else { return }
          LabColors.convert(base, count: 1)
        }
        #expect(Array(row[index * 3..<index * 3 + 3]) == one)
      }
      #expect(row.prefix(3) == [0, 0, 0])
    }
  }
#endif
