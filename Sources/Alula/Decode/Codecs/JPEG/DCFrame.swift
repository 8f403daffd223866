#if os(Linux)
  /// The frame header of a JPEG (ITU-T T.81 section B.2.2), as far as DC coefficients need it: how many blocks there are, and how
  /// they lie in interleaved units.
  struct DCFrame {
    struct Component {
      let identifier: UInt8
      /// Blocks in an interleaved unit.
      let across: Int
      let down: Int
      let quantization: Int
      /// Blocks of the picture.
      let blocksAcross: Int
      let blocksDown: Int
      /// Blocks in a row of the plane, those that fill the last unit included.
      let stride: Int
      /// Where the plane starts among all planes.
      let start: Int
    }

    let isProgressive: Bool
    let width: Int
    let height: Int
    let unitsAcross: Int
    let unitsDown: Int
    let components: [Component]
    /// Blocks of all planes.
    let blocks: Int

    /// Chroma blocks lie on every, or on every second luma block; `nil` for whatever else there is, which libjpeg decodes.
    init?(_ segment: ByteReader, isProgressive: Bool) {
      guard let depth = segment[0], depth == 8, let height = segment.big16(at: 1), let width = segment.big16(at: 3),
        let count = segment[5], count == 1 || count == 3, segment.count == 6 + 3 * Int(count), width > 0, height > 0
      else { return nil }
      var factors: [(across: Int, down: Int)] = []
      for index in 0..<Int(count) {
        guard let factor = segment[7 + index * 3], segment[8 + index * 3] ?? 4 < 4 else { return nil }
        // Blocks of a single component are not interleaved, whatever it says.
        factors.append(count == 1 ? (1, 1) : (Int(factor >> 4), Int(factor & 15)))
      }
      let most = factors[0]
      guard (1...2).contains(most.across), (1...2).contains(most.down) else { return nil }
      guard factors.dropFirst().allSatisfy({ $0 == factors[1] && Self.divides($0, most) }) else { return nil }
      self.isProgressive = isProgressive
      self.width = width
      self.height = height
      unitsAcross = (width + 8 * most.across - 1) / (8 * most.across)
      unitsDown = (height + 8 * most.down - 1) / (8 * most.down)
      var components: [Component] = []
      var start = 0
      for (index, factor) in factors.enumerated() {
        let component = Component(
          identifier: segment[6 + index * 3] ?? 0, across: factor.across, down: factor.down,
          quantization: Int(segment[8 + index * 3] ?? 0),
          blocksAcross: Self.blocks(width, factor.across, most.across),
          blocksDown: Self.blocks(height, factor.down, most.down), stride: unitsAcross * factor.across, start: start)
        components.append(component)
        start += component.stride * unitsDown * factor.down
      }
      guard Set(components.map(\.identifier)).count == components.count else { return nil }
      self.components = components
      blocks = start
    }

    private static func divides(_ factor: (across: Int, down: Int), _ most: (across: Int, down: Int)) -> Bool {
      (1...most.across).contains(factor.across) && (1...most.down).contains(factor.down)
    }

    /// Blocks that a side of `length` pixels has in a component.
    private static func blocks(_ length: Int, _ factor: Int, _ most: Int) -> Int {
      let samples = (length * factor + most - 1) / most
      return (samples + 7) / 8
    }

    /// The size of a picture of one pixel for each block.
    var eighth: PixelSize { PixelSize(width: (width + 7) / 8, height: (height + 7) / 8) }

    /// How many luma blocks lie on a chroma block.
    var chromaAcross: Int { components.count == 1 ? 1 : components[0].across / components[1].across }
    var chromaDown: Int { components.count == 1 ? 1 : components[0].down / components[1].down }
  }
#endif
