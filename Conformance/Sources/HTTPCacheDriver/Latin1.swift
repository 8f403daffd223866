/// Header values as fetch() has them: every character stands for one byte. Alula's are text: UTF-8 where the bytes are that.
enum Latin1 {
  static func text(_ codePoints: String) -> String {
    let bytes = codePoints.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
    return String(validating: bytes, as: UTF8.self) ?? codePoints
  }

  static func codePoints(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.value > 0xFF }) else { return text }
    return String(String.UnicodeScalarView(text.utf8.map { Unicode.Scalar($0) }))
  }
}
