/// The pixels of the output, filled row by row in coded order and turned upright while they are written, so that no
/// second picture is needed.
struct UprightCanvas: ~Copyable {
  /// Size before turning.
  let coded: PixelSize
  let orientation: Orientation
  /// Number of coded rows written.
  private(set) var rows = 0
  private let memory: PixelBuffer<UInt32>
  /// Rows that wait to be turned: a column of 16 pixels fills one cache line.
  private let band: PixelBuffer<UInt32>

  static let bandRows = 16

  init(coded: PixelSize, orientation: Orientation) throws(LoadError) {
    guard coded.width > 0, coded.height > 0, let pixels = coded.pixelCount else {
      throw LoadError(.tooManyPixels, "No memory for a picture of \(coded) pixels.")
    }
    let memory = try PixelBuffer<UInt32>(count: pixels)
    let band = try PixelBuffer<UInt32>(count: orientation.isTransposed ? coded.width * Self.bandRows : 0)
    self.coded = coded
    self.orientation = orientation
    self.memory = memory
    self.band = band
  }

  var isComplete: Bool { rows == coded.height }

  /// Hands out the place for the next row of `coded.width` pixels and takes it when `write` returns.
  mutating func appendRow(_ write: (UnsafeMutablePointer<UInt8>) -> Void) {
    guard rows < coded.height else { return }
    let width = coded.width
    let row = orientation.isTransposed ? band.base + rows % Self.bandRows * width : memory.base + line * width
    row.withMemoryRebound(to: UInt8.self, capacity: width * 4) { bytes in write(bytes) }
    rows += 1
    switch orientation {
    case .up, .downMirrored: break
    case .upMirrored, .down: reversePixels(row, count: width)
    case .leftMirrored, .right, .rightMirrored, .left:
      if rows % Self.bandRows == 0 || isComplete { turnBand() }
    }
  }

  /// Hands out the place for the next rows, at most `most` of them, and takes as many as `write` says. Only for rows that are upright
  /// as they come.
  mutating func writeRows(
    atMost most: Int, _ write: (UnsafeMutablePointer<UInt8>, Int) throws(LoadError) -> Int
  ) throws(LoadError) {
    let most = min(most, coded.height - rows)
    guard orientation == .up, most > 0 else { return }
    let place = UnsafeMutableRawPointer(memory.base + rows * coded.width)
    rows += try write(place.assumingMemoryBound(to: UInt8.self), most)
  }

  /// The memory taken for such a picture, as a number that cannot overflow.
  static func memoryNeeded(coded: PixelSize, orientation: Orientation) -> Double {
    Double(coded.width) * Double(orientation.isTransposed ? coded.height + bandRows : coded.height) * 4
  }

  /// Writes transparent rows up to the last one.
  mutating func fill() {
    let width = coded.width
    while rows < coded.height { appendRow { row in row.update(repeating: 0, count: width * 4) } }
  }

  /// Makes the coded rows from `first` on transparent again; for canvases that are complete.
  func clear(from first: Int) {
    guard first < coded.height else { return }
    let isFlipped = [.down, .downMirrored, .right, .rightMirrored].contains(orientation)
    // The coded rows are the lines of the upright picture, or its columns.
    let lines = isFlipped ? 0..<coded.height - first : first..<coded.height
    guard orientation.isTransposed else {
      (memory.base + lines.lowerBound * coded.width).update(repeating: 0, count: lines.count * coded.width)
      return
    }
    for line in 0..<coded.width {
      (memory.base + line * coded.height + lines.lowerBound).update(repeating: 0, count: lines.count)
    }
  }

  /// Gives the memory away; the receiver frees it with `free`.
  consuming func take() -> UnsafeMutablePointer<UInt32> { memory.take() }

  /// All pixels, in upright order.
  var pixels: UnsafeMutablePointer<UInt32> { memory.base }

  /// The upright line of the next row, for orientations that keep rows.
  private var line: Int {
    orientation == .down || orientation == .downMirrored ? coded.height - 1 - rows : rows
  }

  /// Writes the rows of the band as upright columns.
  ///
  /// Exif 2.3, tag 0x0112: for 5 and 8 row 0 is the left side, for 6 and 7 the right one; for 5 and 6 column 0 is the
  /// top, for 7 and 8 the bottom.
  private func turnBand() {
    let count = (rows - 1) % Self.bandRows + 1
    let first = rows - count
    let stride = coded.height
    let startsLeft = orientation == .leftMirrored || orientation == .left
    let startsTop = orientation == .leftMirrored || orientation == .right
    for column in 0..<coded.width {
      let y = startsTop ? column : coded.width - 1 - column
      var target = memory.base + y * stride + (startsLeft ? first : stride - 1 - first)
      var source = band.base + column
      for _ in 0..<count {
        target.pointee = source.pointee
        target += startsLeft ? 1 : -1
        source += coded.width
      }
    }
  }
}

private func reversePixels(_ row: UnsafeMutablePointer<UInt32>, count: Int) {
  var (left, right) = (0, count - 1)
  while left < right {
    let pixel = row[left]
    row[left] = row[right]
    row[right] = pixel
    left += 1
    right -= 1
  }
}
