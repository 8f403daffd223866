import Alula

/// What a camera that is held sideways does: it stores the picture turned, and a tag that says how (Exif 2.3, tag 0x0112).
extension Orientation {
  /// The pixels as a file with this orientation stores them. `up`, `down`, `right` and `left` only; others count as `up`.
  func stored(_ upright: Bitmap) throws(LoadError) -> Bitmap {
    guard [.down, .right, .left].contains(self) else { return upright }
    let size = isTransposed ? upright.size.transposed : upright.size
    return try Bitmap(size: size) { bytes in
      let target = bytes.bindMemory(to: UInt32.self)
      upright.withUnsafeBytes { bytes in
        let source = bytes.bindMemory(to: UInt32.self)
        for row in 0..<size.height {
          for column in 0..<size.width {
            let place = upright.place(ofStored: column, row, self)
            target[row * size.width + column] = source[place.y * upright.width + place.x]
          }
        }
      }
    }
  }

  /// `jpeg` with an Exif block that holds this orientation; unchanged for `up`.
  func tagged(_ jpeg: [UInt8]) -> [UInt8] {
    guard self != .up else { return jpeg }
    // A big-endian TIFF file with one directory of one entry: tag 0x0112, type SHORT, one value.
    let tiff: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(rawValue), 0, 0]
    let payload = Array("Exif".utf8) + [0, 0] + tiff + [0, 0, 0, 0]
    let segment = [0xFF, 0xE1, 0, UInt8(payload.count + 2)] + payload
    return jpeg.prefix(2) + segment + jpeg.dropFirst(2)
  }
}

extension Bitmap {
  /// The upright place of a stored pixel.
  fileprivate func place(ofStored column: Int, _ row: Int, _ orientation: Orientation) -> (x: Int, y: Int) {
    switch orientation {
    case .down: (width - 1 - column, height - 1 - row)
    // The first stored row is the right side as seen, the first column the top.
    case .right: (width - 1 - row, column)
    // The first stored row is the left side as seen, the first column the bottom.
    case .left: (row, height - 1 - column)
    default: (column, row)
    }
  }
}
