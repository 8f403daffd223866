import Foundation

/// A rectangle with round corners, and how much of each pixel it covers.
///
/// A row is cut into 64 lines; the part of a pixel that a line covers is exact, so that a coverage is right to about a hundredth.
struct RoundedShape {
  private struct Radii {
    var topLeft, topRight, bottomLeft, bottomRight: Double
  }

  private let size: PixelSize
  private let inset: Double
  private let radii: Radii

  private static let linesInRow = 64

  /// - Parameter inset: How far the shape's edges lie inside the picture's; the radii shrink by as much.
  init(size: PixelSize, radii: CornerRadii, inset: Double = 0) {
    self.size = size
    self.inset = min(inset, Double(max(size.width, size.height)))
    let (width, height) = (Double(size.width), Double(size.height))
    let longest = max(width, height)
    let lengths = [radii.topLeft, radii.topRight, radii.bottomLeft, radii.bottomRight].map { min($0.pixels, longest) }
    // CSS Backgrounds Module Level 3 section 4.5: one factor for all, so that no two overlap.
    let room = [
      width / (lengths[0] + lengths[1]), width / (lengths[2] + lengths[3]), height / (lengths[0] + lengths[2]),
      height / (lengths[1] + lengths[3]),
    ]
    let factor = room.reduce(1) { min($0, $1) }
    let fitted = lengths.map { max(0, $0 * factor - inset) }
    self.radii = Radii(topLeft: fitted[0], topRight: fitted[1], bottomLeft: fitted[2], bottomRight: fitted[3])
  }

  /// Whether row `y` lies between the corners, where all rows are alike.
  func isStraight(row y: Int) -> Bool {
    let (top, bottom) = (Double(y), Double(y + 1))
    return top >= inset + max(radii.topLeft, radii.topRight)
      && bottom <= Double(size.height) - inset - max(radii.bottomLeft, radii.bottomRight)
  }

  /// Whether every pixel of row `y` is covered whole.
  func coversRow(_ y: Int) -> Bool { inset == 0 && isStraight(row: y) }

  /// Writes the coverage of row `y`, 0 to 1, pixel by pixel. `row` has room for two more values than the picture has columns.
  func coverage(ofRow y: Int, into row: UnsafeMutablePointer<Float>) {
    row.update(repeating: 0, count: size.width + 2)
    let weight = 1 / Double(Self.linesInRow)
    for line in 0..<Self.linesInRow {
      guard let span = span(at: Double(y) + (Double(line) + 0.5) * weight) else { continue }
      Self.addStep(at: span.left, weight, to: row)
      Self.addStep(at: span.right, -weight, to: row)
    }
    var sum: Float = 0
    for x in 0..<size.width {
      sum += row[x]
      row[x] = min(1, max(0, sum))
    }
  }

  /// Adds a step of `height` at `place` to the differences between neighbours, which summed up give the covered parts.
  private static func addStep(at place: Double, _ height: Double, to row: UnsafeMutablePointer<Float>) {
    let column = Int(place)
    let fraction = place - Double(column)
    row[column] += Float(height * (1 - fraction))
    row[column + 1] += Float(height * fraction)
  }

  /// From where to where the shape reaches at height `y`; `nil` where it is not.
  private func span(at y: Double) -> (left: Double, right: Double)? {
    let (width, height) = (Double(size.width), Double(size.height))
    guard y > inset, y < height - inset else { return nil }
    let (fromTop, fromBottom) = (y - inset, height - inset - y)
    let left = inset + max(bend(radii.topLeft, fromTop), bend(radii.bottomLeft, fromBottom))
    let right = width - inset - max(bend(radii.topRight, fromTop), bend(radii.bottomRight, fromBottom))
    return left < right ? (max(0, left), min(width, right)) : nil
  }

  /// How far a corner's circle lies inside its side, `distance` away from its other side.
  private func bend(_ radius: Double, _ distance: Double) -> Double {
    guard distance < radius else { return 0 }
    let rise = radius - distance
    return radius - (radius * radius - rise * rise).squareRoot()
  }
}
