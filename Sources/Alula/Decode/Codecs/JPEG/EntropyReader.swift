#if os(Linux)
  /// The bits of one scan (ITU-T T.81 section F.2.2.5), stuffed zeros left out. Behind the data come zeros, which are counted.
  struct EntropyReader {
    private(set) var position: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>
    /// The next bits, the first at the top.
    private(set) var bits: UInt64 = 0
    private var count = 0
    private var invented = 0

    init(_ position: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
      self.position = position
      self.end = end
    }

    /// Whether bits were used that are not there.
    var isOverrun: Bool { count < invented }

    /// Makes at least 32 bits ready.
    @inline(__always)
    mutating func refill() {
      guard count < 32 else { return }
      if end - position >= 8 {
        let word = UInt64(bigEndian: UnsafeRawPointer(position).loadUnaligned(as: UInt64.self))
        // No byte is 0xFF: none of the inverted ones is 0.
        if (~word &- 0x0101_0101_0101_0101) & word & 0x8080_8080_8080_8080 == 0 {
          bits |= word &>> UInt64(truncatingIfNeeded: count)
          let bytes = (63 &- count) &>> 3
          position += bytes
          count &+= bytes &* 8
          return
        }
      }
      refillByBytes()
    }

    @inline(never)
    private mutating func refillByBytes() {
      while count <= 56 {
        defer { count += 8 }
        guard position < end, position[0] != 0xFF || (position + 1 < end && position[1] == 0) else {
          invented += 8
          continue
        }
        bits |= UInt64(position[0]) << UInt64(56 - count)
        position += position[0] == 0xFF ? 2 : 1
      }
    }

    /// Passes over bits that are ready.
    @inline(__always)
    mutating func skip(_ number: Int) {
      bits &<<= UInt64(truncatingIfNeeded: number)
      count &-= number
    }

    /// The next bit, and passes over it.
    @inline(__always)
    mutating func takeBit() -> UInt64 {
      refill()
      defer { skip(1) }
      return bits &>> 63
    }

    /// Passes over the marker that ends a restart interval, which must be RST`number`. `false` when something else is there.
    mutating func restart(_ number: Int) -> Bool {
      // At most the bits that fill the last byte may be left.
      guard !isOverrun, count - invented < 8 else { return false }
      while end - position >= 2, position[0] == 0xFF, position[1] == 0xFF { position += 1 }
      guard end - position >= 2, position[0] == 0xFF, position[1] == 0xD0 + UInt8(number & 7) else { return false }
      position += 2
      (bits, count, invented) = (0, 0, 0)
      return true
    }
  }
#endif
