/// What an entry is found under: the SHA-256 of a text, so that no URL, cookie or token is in an index or a file name.
package struct StoreKey: Hashable, Sendable {
  /// 32 bytes.
  package let bytes: [UInt8]

  /// The key of that text.
  package init(_ text: String) { bytes = Fingerprint.sha256(text) }
}

/// What a body is, whatever it is stored under: equal bytes have equal digests.
package struct ContentDigest: Hashable, Sendable {
  package var high: UInt64
  package var low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}

extension StoreKey {
  /// 64 hexadecimal digits.
  package var text: String {
    String(decoding: bytes.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
