/// Undoes the LZW coding of one GIF frame (GIF89a appendix F), row by row. Never makes more pixels than it is asked for,
/// and its time is linear in the bytes read plus the pixels made.
struct LZWReader {
  private static let longestCode = 12

  private let bytes: ByteReader
  private let clearCode: Int
  private let firstWidth: Int
  /// The next byte, and how many are left in its sub-block.
  private var index: Int
  private var left = 0
  private var bits = 0
  private var bitCount = 0
  private var width: Int
  private var next: Int
  private var previous = -1
  private var prefixes = [UInt16](repeating: 0, count: 4096)
  private var suffixes = [UInt8](repeating: 0, count: 4096)
  private var lengths = [UInt16](repeating: 0, count: 4096)
  /// The pixels of the last code that did not fit the row before.
  private var pending = [UInt8](repeating: 0, count: 4097)
  private var pendingRange = 0..<0

  /// `nil` when the minimum code size is none.
  init?(_ bytes: ByteReader, at index: Int) {
    guard let size = bytes[index], (1...11).contains(size) else { return nil }
    self.bytes = bytes
    self.index = index + 1
    clearCode = 1 << Int(size)
    firstWidth = Int(size) + 1
    width = firstWidth
    next = clearCode + 2
    for code in 0..<clearCode {
      suffixes[code] = UInt8(truncatingIfNeeded: code)
      lengths[code] = 1
    }
  }

  /// Fills `row` and says how many pixels it got: fewer than asked when the codes end.
  mutating func read(_ row: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var filled = takePending(row, 0)
    while filled < row.count {
      guard let code = nextCode() else { return filled }
      if code == clearCode {
        width = firstWidth
        next = clearCode + 2
        previous = -1
        continue
      }
      guard code != clearCode + 1, expand(code) else { return filled }
      filled = takePending(row, filled)
    }
    return filled
  }

  private mutating func takePending(_ row: UnsafeMutableBufferPointer<UInt8>, _ filled: Int) -> Int {
    let count = min(pendingRange.count, row.count - filled)
    for offset in 0..<count { row[filled + offset] = pending[pendingRange.lowerBound + offset] }
    pendingRange = pendingRange.lowerBound + count..<pendingRange.upperBound
    return filled + count
  }

  /// Writes the string of `code` to `pending` and adds the next table entry. `false` for a code that cannot be.
  private mutating func expand(_ code: Int) -> Bool {
    guard previous >= 0 else {
      guard code < clearCode else { return false }
      pending[0] = suffixes[code]
      pendingRange = 0..<1
      previous = code
      return true
    }
    guard code < next || (code == next && next < 4096) else { return false }
    // The code being defined right now: the previous string and its own first pixel again.
    let isNew = code == next
    let known = isNew ? previous : code
    let length = Int(lengths[known])
    var walk = known
    for place in stride(from: length - 1, through: 0, by: -1) {
      pending[place] = suffixes[walk]
      walk = Int(prefixes[walk])
    }
    pendingRange = 0..<length
    if isNew {
      pending[length] = pending[0]
      pendingRange = 0..<length + 1
    }
    if next < 4096 {
      prefixes[next] = UInt16(previous)
      suffixes[next] = pending[0]
      lengths[next] = lengths[previous] + 1
      next += 1
      if next == 1 << width, width < Self.longestCode { width += 1 }
    }
    previous = code
    return true
  }

  private mutating func nextCode() -> Int? {
    while bitCount < width {
      if left == 0 {
        guard let length = bytes[index], length > 0 else { return nil }
        left = Int(length)
        index += 1
      }
      guard let byte = bytes[index] else { return nil }
      bits |= Int(byte) << bitCount
      bitCount += 8
      index += 1
      left -= 1
    }
    let code = bits & ((1 << width) - 1)
    bits >>= width
    bitCount -= width
    return code
  }
}
