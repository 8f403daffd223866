/// Puts the chunks of a request body together (RFC 9112 section 7.1). Extensions and trailers are skipped.
struct ChunkReader {
  enum Outcome {
    case needsMore
    case done
    case refused(Int)
  }

  private enum Phase {
    case size
    case data(left: Int)
    case dataEnd
    case trailer
  }

  private(set) var bytes: [UInt8] = []
  private let limit: Int
  private var phase = Phase.size

  init(limit: Int) { self.limit = limit }

  /// Reads on from `start`, which moves behind what was read.
  mutating func read(_ buffer: [UInt8], from start: inout Int) -> Outcome {
    while true {
      switch phase {
      case .size:
        guard let line = Self.line(buffer, from: &start) else { return Self.unfinishedLine(buffer, start) }
        guard let size = Self.size(line) else { return .refused(400) }
        guard size <= limit - bytes.count else { return .refused(413) }
        phase = size == 0 ? .trailer : .data(left: size)
      case .data(let left):
        let count = min(left, buffer.count - start)
        bytes += buffer[start..<start + count]
        start += count
        phase = left == count ? .dataEnd : .data(left: left - count)
        if left > count { return .needsMore }
      case .dataEnd:
        guard buffer.count - start >= 2 else { return .needsMore }
        guard buffer[start] == 13, buffer[start + 1] == 10 else { return .refused(400) }
        start += 2
        phase = .size
      case .trailer:
        guard let line = Self.line(buffer, from: &start) else { return Self.unfinishedLine(buffer, start) }
        if line.isEmpty { return .done }
      }
    }
  }

  private static func line(_ buffer: [UInt8], from start: inout Int) -> ArraySlice<UInt8>? {
    guard let end = buffer[start...].firstIndex(of: 10), end > start, buffer[end - 1] == 13 else { return nil }
    defer { start = end + 1 }
    return buffer[start..<end - 1]
  }

  /// Without an end after 4 KB, or with a bare line feed, no end will come.
  private static func unfinishedLine(_ buffer: [UInt8], _ start: Int) -> Outcome {
    buffer.count - start > 4_096 || buffer[start...].contains(10) ? .refused(400) : .needsMore
  }

  private static func size(_ line: ArraySlice<UInt8>) -> Int? {
    let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
    guard (1...15).contains(digits.count), digits.allSatisfy(isHexDigit) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
