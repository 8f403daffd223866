#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads what `ByteWriter` wrote. Everything is checked against the end; `nil` is for bytes that cannot be of that form.
struct ByteReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func byte() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func number() -> Int? {
    var result: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) {
      guard let byte = byte() else { return nil }
      result |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(exactly: result) }
    }
    return nil
  }

  /// A count of things that take that many bytes each, of which there must be enough: memory is taken for it.
  mutating func count(ofAtLeast size: Int) -> Int? {
    guard let count = number(), count <= (bytes.count - position) / size else { return nil }
    return count
  }

  mutating func date() -> Date? {
    guard bytes.count - position >= 8 else { return nil }
    var bits: UInt64 = 0
    for index in 0..<8 { bits |= UInt64(bytes[position + index]) << UInt64(index * 8) }
    position += 8
    let seconds = Double(bitPattern: bits)
    guard seconds.isFinite, abs(seconds) <= 1e12 else { return nil }
    return Date(timeIntervalSince1970: seconds)
  }

  /// UTF-8 alone.
  mutating func text() -> String? {
    guard let count = number(), count <= bytes.count - position else { return nil }
    let range = position..<position + count
    position += count
    let slice = UnsafeBufferPointer(rebasing: bytes[range])
    let text = String(decoding: slice, as: UTF8.self)
    // Text that had to be repaired has other bytes.
    return slice.allSatisfy { $0 < 0x80 } || text.utf8.elementsEqual(slice) ? text : nil
  }
}
