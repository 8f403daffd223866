import Foundation

/// The Exif block that ImageMagick and what is built on it write into a `tEXt` chunk of a PNG, from the time before `eXIf`: a keyword, a
/// zero byte, a line with the profile's name, one with its length in bytes, and the bytes in hexadecimal.
enum RawProfile {
  /// Chunks of more characters are no Exif block: one has at most 64 KB, two digits and some line breaks a byte.
  private static let longest = 256 * 1024
  /// Bytes that are decoded: the orientation is among the first hundred.
  private static let mostBytes = 64 * 1024
  private static let keywords: [StaticString] = ["Raw profile type exif", "Raw profile type APP1"]

  /// The chunk's Exif block, as bytes; `nil` when it is another text.
  static func exif(_ chunk: ByteReader) -> Data? {
    guard chunk.count <= longest, let keyword = keywords.first(where: { chunk.hasText($0, at: 0) }),
      chunk[keyword.utf8CodeUnitCount] == 0
    else { return nil }
    // The name's line begins with a line feed.
    var index = keyword.utf8CodeUnitCount + 1
    for _ in 0..<3 {
      guard let end = chunk.firstIndex(of: UInt8(ascii: "\n"), from: index) else { return nil }
      index = end + 1
    }
    // The same keyword is used for other texts, which are not decoded.
    let start = bytes(chunk, from: index, most: 16)
    guard start.withBytes({ ExifReader(ByteReader($0)) != nil }) else { return nil }
    return bytes(chunk, from: index, most: mostBytes)
  }

  /// Pairs of hexadecimal digits, line breaks left out, up to what is no digit.
  private static func bytes(_ chunk: ByteReader, from start: Int, most: Int) -> Data {
    var result = Data()
    result.reserveCapacity(min(most, max(0, chunk.count - start) / 2))
    var high: UInt8?
    for byte in chunk.slice(start, chunk.count).whole where byte != UInt8(ascii: "\n") {
      guard let digit = digit(byte), result.count < most else { break }
      if let first = high {
        result.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
