import AlulaTesting

/// Where a list is while somebody flings it up and down by chance: it runs out, rests for a moment, and goes on.
struct Thumb {
  private let rows: Int
  private var random: SeededGenerator
  private var place: Double
  private var speed = 0.0
  private var rest = 0
  private(set) var frames = 0

  init(rows: Int, seed: UInt64) {
    self.rows = rows
    random = SeededGenerator(seed: seed)
    place = Double(rows) / 2
  }

  /// The first visible row of the next frame.
  mutating func move() -> Int {
    frames += 1
    if rest > 0 {
      rest -= 1
    } else if abs(speed) < 0.05 {
      // Rows a frame: up to 500 in a second.
      speed = Double.random(in: 0.2...8, using: &random) * (Bool.random(using: &random) ? 1 : -1)
      rest = Int.random(in: 0..<40, using: &random)
      // Now and then to another place at once, as by a scroll bar.
      if Int.random(in: 0..<4, using: &random) == 0 { place = Double.random(in: 0..<Double(rows), using: &random) }
    }
    speed *= 0.97
    place = min(Double(rows), max(0, place + (rest > 0 ? 0 : speed)))
    return Int(place)
  }
}
