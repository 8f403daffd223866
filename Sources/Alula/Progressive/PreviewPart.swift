import Foundation

/// The beginning of a file that makes a picture of its whole size.
struct PreviewPart: Hashable, Sendable {
  /// So many bytes of the file,
  let count: Int
  /// and these behind them, so that it ends as a file does. Without them it is cut off, and decoded as such.
  var ending: [UInt8] = []
  /// Whether the first frame of several is whole: what comes later changes nothing.
  var isWholeFrame = false
  /// Whether its first chunk says how long it is.
  var isRIFF = false

  var isCut: Bool { ending.isEmpty && !isRIFF }

  /// The only copy of the bytes that is made for a preview.
  func file(_ bytes: ByteReader) -> Data {
    var data = Data(capacity: count + ending.count)
    data.append(contentsOf: bytes.slice(0, count).whole)
    data.append(contentsOf: ending)
    if isRIFF {
      let size = UInt32(truncatingIfNeeded: count - 8)
      for index in 0..<4 { data[4 + index] = UInt8(truncatingIfNeeded: size >> (8 * UInt32(index))) }
    }
    return data
  }
}

/// What is found in a file that still comes.
enum PreviewFinding: Hashable, Sendable {
  case notYet
  /// Nothing will, in this file.
  case never
  case part(PreviewPart)
}
