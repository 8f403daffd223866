import Foundation

/// The bytes inside a `data:` URL (RFC 2397).
enum DataURL {
  /// Decodes everything after `data:`. White space inside base64 is skipped, missing padding is accepted, percent
  /// encoding is undone first in both forms.
  /// - Throws: `LoadError.Code.invalidRequest` for a URL without a comma or with damaged base64, `.empty` without data.
  static func decode(_ text: Substring) throws(LoadError) -> Data {
    guard let comma = text.firstIndex(of: ",") else {
      throw LoadError(.invalidRequest, "The data: URL has no comma before its data.", url: "data:")
    }
    let parameters = text[..<comma].split(separator: ";", omittingEmptySubsequences: false)
    let isBase64 = parameters.dropFirst().last.map { $0.trimmingSpaces.lowercased() == "base64" } ?? false
    let bytes = PercentEncoding.decode(text[text.index(after: comma)...])
    let data = isBase64 ? try decodeBase64(bytes) : Data(bytes)
    guard !data.isEmpty else { throw LoadError(.empty, "The data: URL has no data.", url: "data:") }
    return data
  }

  private static func decodeBase64(_ bytes: [UInt8]) throws(LoadError) -> Data {
    var symbols = bytes.filter { !" \t\r\n\u{0C}".utf8.contains($0) }
    while symbols.last == UInt8(ascii: "=") { symbols.removeLast() }
    let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - symbols.count % 4) % 4)
    guard padding.count < 3, let data = Data(base64Encoded: Data(symbols + padding)) else {
      throw LoadError(.invalidRequest, "The data: URL holds damaged base64.", url: "data:")
    }
    return data
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String { trimmingCharacters(in: .whitespaces) }
}
