import Foundation

/// What a response says about the length of its body (RFC 9110 section 8.6, RFC 9112 section 6.3).
struct AnnouncedLength {
  /// `nil` when nothing is said; `.max` for a number beyond any size.
  private(set) var bytes: Int?
  /// False when two lengths are said or one that is no number: nobody can tell then whether the body is whole.
  private(set) var isValid = true

  init(_ headers: HTTPHeaders) {
    // Chunks say the length; a Content-Length beside them counts for nothing.
    guard headers["Transfer-Encoding"] == nil else { return }
    for field in headers.values("Content-Length") {
      for part in field.split(separator: ",", omittingEmptySubsequences: false) { add(part) }
    }
  }

  private mutating func add(_ part: Substring) {
    let digits = part.trimmingCharacters(in: .whitespaces)
    guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { return isValid = false }
    let number = Int(digits) ?? .max
    if let bytes, bytes != number { isValid = false }
    bytes = number
  }
}
