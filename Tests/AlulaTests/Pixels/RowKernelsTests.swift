#if os(Linux)
  import Testing

  @testable import Alula

  /// Where the processor has no wider vectors than Swift uses, both sides are the same and nothing is shown.
  struct RowKernelsTests {
    private func scaled(
      _ picture: SamplePicture, _ geometry: DecodeGeometry, _ divisor: Int, isStraight: Bool, _ kernels: RowKernels
    ) throws -> [UInt8] {
      var scaler = try RowScaler(
        source: picture.size, scaleX: 1 / Double(divisor), scaleY: 1 / Double(divisor), layout: picture.layout,
        geometry: geometry, keepsStraightAlpha: isStraight, kernels: kernels)
      for y in 0..<picture.size.height { Array(picture.row(y)).withUnsafeBytes { scaler.append($0) } }
      return try scaler.finish(profile: nil, convertsColor: true).bytes
    }

    @Test(arguments: RowScalerTests.layouts + [.cmyk8])
    func `wide vectors give the bytes that Swift gives`(_ layout: RowLayout) throws {
      var noise = Noise(seed: UInt64(layout.channels) + (layout.hasStraightAlpha ? 10 : 0))
      for _ in 0..<60 {
        let size = PixelSize(
          width: Int.random(in: 1...260, using: &noise), height: Int.random(in: 1...90, using: &noise))
        let divisor = [1, 2, 4, 8].randomElement(using: &noise) ?? 1
        let coded = PixelSize(width: size.width * divisor, height: size.height * divisor)
        let target = TargetSize(
          width: Double.random(in: 0.4...300, using: &noise), height: Double.random(in: 0.4...120, using: &noise),
          mode: noise.next() % 2 == 0 ? .fit : .fill, allowsEnlarging: noise.next() % 4 == 0)
        let geometry = try DecodeGeometry(codedSize: coded, orientation: .up, target: target)
        let picture = SamplePicture.noise(width: size.width, height: size.height, layout: layout, seed: noise.next())
        let isStraight = noise.next() % 2 == 0
        let best = try scaled(picture, geometry, divisor, isStraight: isStraight, .best)
        let portable = try scaled(picture, geometry, divisor, isStraight: isStraight, .portable)
        #expect(best == portable, "\(size) \(target)")
      }
    }

    /// Boxes of 128 pixels, which hold the largest sums there are.
    @Test(arguments: RowScalerTests.layouts)
    func `the largest boxes hold white`(_ layout: RowLayout) throws {
      let picture = SamplePicture(width: 300, height: 280, layout: layout) { _, _, _ in 255 }
      let geometry = try DecodeGeometry(codedSize: picture.size, orientation: .up, target: .pixels(1, 1))
      for kernels in [RowKernels.best, .portable] {
        #expect(try scaled(picture, geometry, 1, isStraight: false, kernels) == [255, 255, 255, 255])
      }
    }

    @Test func `premultiplying is the same for every colour and alpha, however many pixels there are`() {
      for count in [1, 3, 7, 8, 9, 31, 256] {
        for alpha in UInt8.min...UInt8.max {
          let pixels = (0..<count * 4).map { $0 % 4 == 3 ? alpha : UInt8(truncatingIfNeeded: $0 / 4 &* 3 &+ $0 &* 5) }
          var (best, portable) = (pixels, pixels)
          best.withUnsafeMutableBufferPointer { row in
            if let base = row.baseAddress { RowKernels.best.premultiply(base, base, count) }
          }
          portable.withUnsafeMutableBufferPointer { row in
            if let base = row.baseAddress { RowKernels.portable.premultiply(base, base, count) }
          }
          #expect(best == portable)
        }
      }
    }
  }
#endif
