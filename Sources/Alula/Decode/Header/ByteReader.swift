import Foundation

/// Bytes that are never read past their end: every access answers `nil` there, as it does for a number that an `Int` of
/// 32 bits (watchOS) cannot hold. Lives inside `withBytes` only.
struct ByteReader {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var count: Int { bytes.count }

  subscript(index: Int) -> UInt8? {
    index >= 0 && index < bytes.count ? bytes[index] : nil
  }

  func big16(at index: Int) -> Int? {
    guard has(2, at: index) else { return nil }
    return Int(bytes[index]) << 8 | Int(bytes[index + 1])
  }

  func big32(at index: Int) -> Int? {
    guard let high = big16(at: index), let low = big16(at: index + 2) else { return nil }
    return Int(exactly: UInt32(high) << 16 | UInt32(low))
  }

  func little16(at index: Int) -> Int? {
    guard has(2, at: index) else { return nil }
    return Int(bytes[index + 1]) << 8 | Int(bytes[index])
  }

  func little24(at index: Int) -> Int? {
    guard let low = little16(at: index), let high = self[index + 2] else { return nil }
    return Int(high) << 16 | low
  }

  func little32(at index: Int) -> Int? {
    guard let low = little16(at: index), let high = little16(at: index + 2) else { return nil }
    return Int(exactly: UInt32(high) << 16 | UInt32(low))
  }

  /// Where that byte is next, from `index` on.
  func firstIndex(of byte: UInt8, from index: Int) -> Int? {
    guard index >= 0, index < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + index, Int32(byte), bytes.count - index)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// The bytes of `range`, or of as much of it as there is.
  func slice(_ start: Int, _ count: Int) -> ByteReader {
    let from = min(max(0, start), bytes.count)
    return ByteReader(UnsafeRawBufferPointer(rebasing: bytes[from..<from + min(max(0, count), bytes.count - from)]))
  }

  func text(at index: Int, count: Int) -> String? {
    guard has(count, at: index) else { return nil }
    return String(decoding: bytes[index..<index + count], as: UTF8.self)
  }

  /// The name of a chunk or a box.
  func code(at index: Int) -> CharacterCode? {
    guard has(4, at: index) else { return nil }
    return CharacterCode(bytes[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) })
  }

  func hasPrefix(_ prefix: [UInt8]) -> Bool { bytes.starts(with: prefix) }

  /// Whether the bytes of `text` are at `index`.
  func hasText(_ text: StaticString, at index: Int) -> Bool {
    guard has(text.utf8CodeUnitCount, at: index) else { return false }
    return text.withUTF8Buffer { bytes[index..<index + $0.count].elementsEqual($0) }
  }

  func hasText(_ text: String, at index: Int) -> Bool {
    guard has(text.utf8.count, at: index) else { return false }
    return bytes[index..<index + text.utf8.count].elementsEqual(text.utf8)
  }

  var data: Data { Data(bytes) }

  /// All of the bytes.
  var whole: UnsafeRawBufferPointer { bytes }

  private func has(_ count: Int, at index: Int) -> Bool { index >= 0 && count >= 0 && index <= bytes.count - count }
}

extension Data {
  /// `withUnsafeBytes` with a typed error.
  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBytes { bytes in
      Swift.Result { () throws(Failure) in try body(bytes) }
    }.get()
  }
}
