import Foundation

/// "the same words again and again, " 200 times, in each content encoding.
enum EncodedBodies {
  static let plain = String(repeating: "the same words again and again, ", count: 200)
  static let gzip = decoded(
    "H4sIAAAAAAACA+3JwQnAIBAAsFVugC51oLQ+qlCFru+jUxTyC2RdNWbeNd7xlBl5ZuuRvXw6Ynnvvffee++9995777333v/sNy1PJxoAGQAA")
  static let brotli = decoded("G/8YYKRAWHqQQxa5DGzAeWBl4y6RKj9CWBMCIAE=")
  static let zstd = decoded("KLUv/WQAGCUBANB0aGUgc2FtZSB3b3JkcyBhZ2FpbiBhbmQsIAIA3ThUxxQrYypvRF0=")

  private static func decoded(_ text: String) -> [UInt8] { Array(Data(base64Encoded: text) ?? Data()) }
}
