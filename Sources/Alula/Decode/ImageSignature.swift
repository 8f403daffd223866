public import Foundation

/// Bytes at a fixed place near the start of a file, by which a format is known.
public struct ImageSignature: Hashable, Sendable {
  /// The bytes that must be there.
  public let bytes: [UInt8]
  /// Where they start, in bytes from the start of the file.
  public let offset: Int

  /// A signature of bytes; an empty one matches nothing.
  public init(_ bytes: [UInt8], at offset: Int = 0) {
    self.bytes = bytes
    self.offset = max(0, offset)
  }

  /// A signature of the UTF-8 of a text.
  public init(_ text: String, at offset: Int = 0) { self.init(Array(text.utf8), at: offset) }

  /// Whether `data` has the bytes at their place.
  public func matches(_ data: Data) -> Bool {
    guard !bytes.isEmpty, data.count >= bytes.count, offset <= data.count - bytes.count else { return false }
    let start = data.startIndex + offset
    return data[start..<start + bytes.count].elementsEqual(bytes)
  }
}
