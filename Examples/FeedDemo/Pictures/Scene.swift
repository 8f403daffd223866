import Alula

/// One landscape. Has no size of its own: it can be painted at any number of pixels, so that a thumbnail painted at once
/// tells what a thumbnail decoded from the large photograph must look like.
struct Scene {
  let climate: Climate
  let seed: Int
  /// Where the sun or moon stands; across in heights from the middle, down as a share of the height.
  let sun: SIMD2<Float>

  /// Paints the part of the scene that `view` shows.
  func paint(_ view: SceneView, isRound: Bool = false) throws(LoadError) -> Bitmap {
    let columns = (0..<view.output.width).map { SceneColumn(self, across: view.across($0)) }
    return try Bitmap(size: view.output) { bytes in
      let pixels = bytes.bindMemory(to: SIMD4<UInt8>.self)
      for row in 0..<view.output.height {
        let down = view.down(row)
        let start = row * view.output.width
        for column in 0..<view.output.width {
          let color = columns[column].color(at: down)
          let alpha = isRound ? Self.roundness(columns[column].across, down) : 1
          let value = SIMD4(color.clamped(lowerBound: .zero, upperBound: .one), 1) * (alpha * 255)
          pixels[start + column] = SIMD4<UInt8>(value.rounded(.toNearestOrEven))
        }
      }
    }
  }

  /// How much of a place lies in the circle that a sticker is cut to.
  private static func roundness(_ across: Float, _ down: Float) -> Float {
    let fromMiddle = (across * across + (down - 0.5) * (down - 0.5)).squareRoot()
    return 1 - smoothStep(0.47, 0.485, fromMiddle)
  }
}

/// What part of a scene is painted, and at how many pixels.
struct SceneView {
  /// The photograph's size: its height is one unit.
  let whole: PixelSize
  /// The part shown, in the photograph's pixels.
  var x = 0.0
  var y = 0.0
  var width: Double
  var height: Double
  let output: PixelSize

  /// Everything, at half the pixels each way.
  init(halfOf whole: PixelSize) {
    self.whole = whole
    width = Double(whole.width)
    height = Double(whole.height)
    output = PixelSize(width: (whole.width + 1) / 2, height: (whole.height + 1) / 2)
  }

  /// The square in the middle, as `.fill` cuts it.
  init(middleOf whole: PixelSize, side: Int) {
    self.whole = whole
    width = Double(min(whole.width, whole.height))
    height = width
    x = (Double(whole.width) - width) / 2
    y = (Double(whole.height) - height) / 2
    output = PixelSize(width: side, height: side)
  }

  func across(_ column: Int) -> Float {
    let pixel = x + (Double(column) + 0.5) * width / Double(output.width)
    return Float((pixel - Double(whole.width) / 2) / Double(whole.height))
  }

  func down(_ row: Int) -> Float {
    Float((y + (Double(row) + 0.5) * height / Double(output.height)) / Double(whole.height))
  }
}
