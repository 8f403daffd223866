import Alula

/// Tells which photograph of the album a picture shows, and which way up.
struct PictureMatch {
  /// Brightness by colour on a coarse grid.
  private typealias Signature = [Float]
  private static let grid = 12

  /// Every photograph in its four turns; the first turn is upright.
  private let known: [[Signature]]

  init(album: [Photograph]) throws(LoadError) {
    var known: [[Signature]] = []
    for photograph in album {
      let upright = Self.signature(of: try photograph.thumbnail(side: 96))
      var turns = [upright]
      for _ in 0..<3 { turns.append(Self.turned(turns[turns.count - 1])) }
      known.append(turns)
    }
    self.known = known
  }

  /// Whether `picture` is nearest to the upright photograph number `photograph`, and near to it.
  func shows(_ photograph: Int, _ picture: Bitmap) -> Bool {
    let signature = Self.signature(of: picture)
    let own = Self.distance(signature, known[photograph][0])
    let isNearest = known.allSatisfy { turns in turns.allSatisfy { own <= Self.distance(signature, $0) } }
    return isNearest && own < 6
  }

  /// The mean of each cell of the grid, by channel, 0 to 255.
  private static func signature(of bitmap: Bitmap) -> Signature {
    var sums = Signature(repeating: 0, count: grid * grid * 4)
    let pixelsInCell = Float(bitmap.width * bitmap.height) / Float(grid * grid)
    bitmap.withUnsafeBytes { bytes in
      for row in 0..<bitmap.height {
        for column in 0..<bitmap.width {
          let cell = (row * grid / bitmap.height) * grid + column * grid / bitmap.width
          for channel in 0..<4 {
            sums[cell * 4 + channel] += Float(bytes[row * bitmap.bytesPerRow + column * 4 + channel]) / pixelsInCell
          }
        }
      }
    }
    return sums
  }

  private static func turned(_ signature: Signature) -> Signature {
    signature.indices.map { index in
      let (cell, channel) = (index / 4, index % 4)
      let (row, column) = (cell / grid, cell % grid)
      return signature[(column * grid + grid - 1 - row) * 4 + channel]
    }
  }

  private static func distance(_ left: Signature, _ right: Signature) -> Float {
    zip(left, right).reduce(0) { $0 + abs($1.0 - $1.1) } / Float(left.count)
  }
}
