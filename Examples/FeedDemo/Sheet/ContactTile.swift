import Alula

/// One tile of a contact sheet.
struct ContactTile {
  let result: RowResult
  private static let radius: Float = 16

  func draw(in box: Canvas.Box, on canvas: inout Canvas) {
    switch result.outcome {
    case .picture(let response):
      canvas.fillRounded(box, radius: Self.radius, Color(0x262B33))
      canvas.draw(response.image, in: box, radius: Self.radius)
    case .placeholder:
      canvas.fillRounded(box, radius: Self.radius, Color(0x3A404A))
      drawPictureSymbol(in: box, on: &canvas)
    case .failed(let error):
      canvas.fillRounded(box, radius: Self.radius, Color(0x5A2A2E))
      drawWarning(in: box, on: &canvas)
      drawWords(error.code.kind, in: box, on: &canvas)
    }
  }

  /// A frame with a hill and a sun: a picture that is not there.
  private func drawPictureSymbol(in box: Canvas.Box, on canvas: inout Canvas) {
    let (ink, paper) = (Color(0x747E8C), Color(0x3A404A))
    let frame = Canvas.Box(x: box.x + 52, y: box.y + 60, width: 88, height: 72)
    let inside = Canvas.Box(x: frame.x + 6, y: frame.y + 6, width: frame.width - 12, height: frame.height - 12)
    canvas.fillRounded(frame, radius: 10, ink)
    canvas.fillRounded(inside, radius: 5, paper)
    canvas.fill(inside, ink) { x, y in Self.circle(x, y, centre: SIMD2(54, 18), radius: 8) }
    canvas.fill(inside, ink) { x, y in
      let hills = min(Self.hill(x, y, top: SIMD2(28, 22)), Self.hill(x, y, top: SIMD2(56, 36)))
      return max(hills, y - 54)
    }
  }

  /// A triangle with an exclamation mark.
  private func drawWarning(in box: Canvas.Box, on canvas: inout Canvas) {
    let (ink, paper) = (Color(0xF2A7A0), Color(0x5A2A2E))
    let symbol = Canvas.Box(x: box.x + 56, y: box.y + 34, width: 80, height: 76)
    canvas.fill(symbol, ink) { x, y in
      max(Self.slope(x, y, top: SIMD2(40, 10), steepness: 1.75), y - 68) - 4
    }
    canvas.fill(symbol, paper) { x, y in max(abs(x - 40) - 3.5 + max(0, y - 40) * 0.06, abs(y - 40) - 12) }
    canvas.fill(symbol, paper) { x, y in Self.circle(x, y, centre: SIMD2(40, 60), radius: 4.2) }
  }

  /// The kind of error, a word or two a line.
  private func drawWords(_ text: String, in box: Canvas.Box, on canvas: inout Canvas) {
    let scale = 2
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, Canvas.width(of: "\(last) \(word)", scale: scale) <= box.width - 24 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    for (number, line) in lines.enumerated() {
      let left = box.x + (box.width - Canvas.width(of: line, scale: scale)) / 2
      canvas.write(line, x: left, y: box.y + 126 + number * 20, scale: scale, Color(0xF7CFCB))
    }
  }

  // MARK: Shapes: how far a place is outside

  private static func circle(_ x: Float, _ y: Float, centre: SIMD2<Float>, radius: Float) -> Float {
    let offset = SIMD2(x, y) - centre
    return (offset * offset).sum().squareRoot() - radius
  }

  private static func hill(_ x: Float, _ y: Float, top: SIMD2<Float>) -> Float {
    slope(x, y, top: top, steepness: 1)
  }

  /// Below two lines that fall from `top` to both sides.
  private static func slope(_ x: Float, _ y: Float, top: SIMD2<Float>, steepness: Float) -> Float {
    (abs(x - top.x) * steepness - (y - top.y)) / (1 + steepness * steepness).squareRoot()
  }
}
