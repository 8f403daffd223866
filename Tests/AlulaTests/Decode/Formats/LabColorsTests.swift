#if os(Linux) && TIFF
  import Testing

  @testable import Alula

  @Suite struct LabColorsTests {
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
