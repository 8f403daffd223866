/// Undoes the LZW coding of one GIF frame (GIF89a appendix F), row by row. Makes at most one buffer of pixels more than it
/// is asked for, and its time is linear in the bytes read plus the pixels made.
///
/// A string is kept as its last 1 to 8 pixels and the code of what comes before them, so that most codes are undone with
/// one store of 8 bytes.
struct LZWReader: ~Copyable {
  private struct Entry {
    /// The last `(length - 1) % 8 + 1` pixels, the earliest in the lowest byte; the bytes above are 0.
    var tail: UInt64 = 0
    /// The string before the tail, whose length is a multiple of 8. Meaningless when that is 0.
    var prefix: UInt16 = 0
    var length: UInt16 = 1
    var first: UInt8 = 0
  }

  private static let longestCode = 12
  /// Pixels are made until there are this many.
  private static let block = 4096

  private let bytes: ByteReader
  private let clearCode: Int
  private let firstWidth: Int
  /// The next byte, and how many are left in its sub-block.
  private var index: Int
  private var left = 0
  private var bits: UInt64 = 0
  private var bitCount = 0
  private var width: Int
  private var next: Int
  private var previous = -1
  private var hasEnded = false
  /// One entry for each code that 12 bits can say.
  private let table: UnsafeMutablePointer<Entry>
  /// Room for `block` pixels, the longest string that can follow and the 7 bytes that its last store may pass over.
  private let pixels: UnsafeMutablePointer<UInt8>
  private var made = 0
  private var taken = 0

  /// The memory a reader takes.
  static let memoryNeeded = 4096 * MemoryLayout<Entry>.stride + block + 4096 + 8

  /// `nil` when the minimum code size is none.
  init?(_ bytes: ByteReader, at index: Int) {
    guard let size = bytes[index], (1...11).contains(size) else { return nil }
    self.bytes = bytes
    self.index = index + 1
    clearCode = 1 << Int(size)
    firstWidth = Int(size) + 1
    width = firstWidth
    next = clearCode + 2
    table = .allocate(capacity: 4096)
    table.initialize(repeating: Entry(), count: 4096)
    pixels = .allocate(capacity: Self.block + 4096 + 8)
    pixels.initialize(repeating: 0, count: Self.block + 4096 + 8)
    for code in 0..<clearCode {
      table[code].first = UInt8(truncatingIfNeeded: code)
      table[code].tail = UInt64(table[code].first)
    }
  }

  deinit {
    table.deallocate()
    pixels.deallocate()
  }

  /// Whether the codes ended because the data did.
  var hasRunOut: Bool { hasEnded && bytes[index] == nil }

  /// Fills `row` and says how many pixels it got: fewer than asked when the codes end.
  mutating func read(_ row: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var filled = 0
    while filled < row.count {
      if taken == made { makePixels() }
      guard made > 0 else { return filled }
      let count = min(made - taken, row.count - filled)
      UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(row)[filled..<filled + count])
        .copyMemory(from: UnsafeRawBufferPointer(start: pixels + taken, count: count))
      taken += count
      filled += count
    }
    return filled
  }

  /// Refills `pixels`; with nothing when the codes have ended.
  private mutating func makePixels() {
    (made, taken) = (0, 0)
    while made < Self.block, !hasEnded {
      guard let code = nextCode(), code != clearCode + 1 else {
        hasEnded = true
        return
      }
      if code == clearCode {
        (width, next, previous) = (firstWidth, clearCode + 2, -1)
      } else {
        hasEnded = !expand(code)
      }
    }
  }

  /// Adds the next table entry and writes the string of `code`. `false` for a code that cannot be.
  @inline(__always)
  private mutating func expand(_ code: Int) -> Bool {
    if previous < 0 {
      guard code < clearCode else { return false }
    } else {
      guard code < next || (code == next && next < 4096) else { return false }
      if next < 4096 {
        // A code that is being defined right now starts as the string before does.
        define(first: table[code == next ? previous : code].first)
      }
    }
    previous = code
    write(code)
    return true
  }

  /// Makes the entry `next`: the previous string and `first`.
  @inline(__always)
  private mutating func define(first: UInt8) {
    var entry = table[previous]
    let place = UInt64(entry.length & 7)
    if place == 0 {
      entry.prefix = UInt16(previous)
      entry.tail = UInt64(first)
    } else {
      entry.tail |= UInt64(first) << (place * 8)
    }
    entry.length += 1
    table[next] = entry
    next += 1
    if next == 1 << width, width < Self.longestCode { width += 1 }
  }

  /// From the end to the front, 8 pixels at a time. A string is at most 4,096 pixels long, because each entry is one pixel
  /// longer than an earlier one.
  @inline(__always)
  private mutating func write(_ code: Int) {
    var entry = table[code]
    let target = UnsafeMutableRawPointer(pixels + made)
    var offset = (Int(entry.length) - 1) & ~7
    made += Int(entry.length)
    target.storeBytes(of: entry.tail.littleEndian, toByteOffset: offset, as: UInt64.self)
    while offset > 0 {
      entry = table[Int(entry.prefix)]
      offset -= 8
      target.storeBytes(of: entry.tail.littleEndian, toByteOffset: offset, as: UInt64.self)
    }
  }

  @inline(__always)
  private mutating func nextCode() -> Int? {
    while bitCount < width {
      if left >= 4, let four = bytes.little32(at: index) {
        bits |= UInt64(four) << UInt64(bitCount)
        bitCount += 32
        index += 4
        left -= 4
        continue
      }
      if left == 0 {
        guard let length = bytes[index], length > 0 else { return nil }
        left = Int(length)
        index += 1
        continue
      }
      guard let byte = bytes[index] else { return nil }
      bits |= UInt64(byte) << UInt64(bitCount)
      bitCount += 8
      index += 1
      left -= 1
    }
    let code = Int(bits & ((1 << UInt64(width)) - 1))
    bits >>= UInt64(width)
    bitCount -= width
    return code
  }
}
