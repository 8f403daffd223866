import Foundation

/// The Exif block that ImageMagick and what is built on it write into a `tEXt` chunk of a PNG, from the time before `eXIf`: a keyword, a
/// zero byte, a line with the profile's name, one with its length in bytes, and the bytes in hexadecimal.
enum RawProfile {
  /// Blocks are some hundred bytes; a preview picture in one is not looked for.
  private static let longest = 256 * 1024
  private static let keywords = ["Raw profile type exif", "Raw profile type APP1"]

  /// The orientation that the chunk's Exif block says; `nil` when it is another text.
  static func orientation(_ chunk: ByteReader) -> Orientation? {
    guard chunk.count <= longest, let keyword = keywords.first(where: { chunk.hasText($0, at: 0) }),
      chunk[keyword.utf8.count] == 0
    else { return nil }
    // The name's line begins with a line feed.
    var index = keyword.utf8.count + 1
    for _ in 0..<3 {
      guard let end = chunk.firstIndex(of: UInt8(ascii: "\n"), from: index) else { return nil }
      index = end + 1
    }
    return bytes(chunk, from: index).withBytes { ExifReader(ByteReader($0))?.orientation }
  }

  /// Pairs of hexadecimal digits, line breaks left out, up to what is no digit.
  private static func bytes(_ chunk: ByteReader, from start: Int) -> Data {
    var result = Data()
    var high: UInt8?
    for index in start..<max(start, chunk.count) {
      guard let byte = chunk[index], byte != UInt8(ascii: "\n") else { continue }
      guard let digit = Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init) else { break }
      if let first = high {
        result.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return result
  }
}
