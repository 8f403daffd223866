/// What an entry is found under: the SHA-256 of a text, so that no URL, cookie or token is in an index or a file name.
package struct StoreKey: Hashable, Sendable {
  /// 32 bytes.
  package let bytes: [UInt8]

  /// The key of that text.
  package init(_ text: String) { bytes = Fingerprint.sha256(text) }

  /// `nil` when these are not 32 bytes.
  init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }
}

extension StoreKey {
  /// 64 hexadecimal digits.
  package var text: String {
    String(decoding: bytes.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
