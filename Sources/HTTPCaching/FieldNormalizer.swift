/// The form of a request field that is compared: what differs in it does not differ in meaning (RFC 9111 section 4.1).
enum FieldNormalizer {
  /// - Parameter name: in lower case.
  /// - Returns: every line of that name in one; `nil` when there is none.
  static func normalized(_ name: String, _ headers: HTTPHeaders) -> String? {
    let values = headers.values(name)
    guard !values.isEmpty else { return nil }
    if isWeighted(name) {
      // Order says nothing: neither in Accept nor, by the specification, in Accept-Language (RFC 9110 sections 12.5.1, 12.5.4).
      return weighted(values).map(\.text).sorted().joined(separator: ",")
    }
    return members(values).joined(separator: ",")
  }

  /// The one member with the highest weight, where there is one.
  static func preferred(_ name: String, _ headers: HTTPHeaders) -> String? {
    let all = weighted(headers.values(name))
    guard let best = all.max(by: { $0.weight < $1.weight }), best.weight > 0 else { return nil }
    return all.count { $0.weight == best.weight } == 1 ? best.item : nil
  }

  private static func isWeighted(_ name: String) -> Bool {
    name == "accept" || name == "accept-language" || name == "accept-encoding" || name == "accept-charset"
  }

  private struct Weighted {
    /// In lower case, with its parameters.
    var item: String
    /// In thousandths (RFC 9110 section 12.4.2).
    var weight = 1000

    var text: String { weight == 1000 ? item : item + ";q=" + String(weight) }
  }

  private static func members(_ values: [String]) -> [String] {
    values.flatMap { value in value.withFieldBytes { bytes in FieldList(bytes).map(bytes.text) } }
  }

  private static func weighted(_ values: [String]) -> [Weighted] {
    values.flatMap { value in value.withFieldBytes { bytes in FieldList(bytes).map { weighted(bytes, $0) } } }
  }

  private static func weighted(_ bytes: FieldBytes, _ member: Range<Int>) -> Weighted {
    var parts = FieldList(bytes, in: member, separator: .semicolon)
    var result = Weighted(item: parts.next().map { bytes.lowercasedText($0) } ?? "")
    while let part = parts.next() {
      if part.count > 2, bytes.isSame(part.lowerBound..<part.lowerBound + 2, "q="),
        let weight = thousandths(bytes, part.lowerBound + 2..<part.upperBound)
      {
        result.weight = weight
      } else {
        // Values of parameters may be case-sensitive: they stay as they are.
        result.item += ";" + bytes.text(part)
      }
    }
    return result
  }

  /// `0.8` as 800; `nil` for what is no weight.
  private static func thousandths(_ bytes: FieldBytes, _ range: Range<Int>) -> Int? {
    guard 1...5 ~= range.count, range.count != 2 || bytes[range.lowerBound + 1] == UInt8(ascii: ".") else { return nil }
    let whole = Int(bytes[range.lowerBound]) - 0x30
    guard whole == 0 || whole == 1, range.count < 2 || bytes[range.lowerBound + 1] == UInt8(ascii: ".") else {
      return nil
    }
    let digits = range.dropFirst(2)
    guard digits.isEmpty || bytes.number(digits) != nil else { return nil }
    let fraction = (0..<3).reduce(0) { sum, place in
      sum * 10 + (place < digits.count ? Int(bytes[digits.lowerBound + place]) - 0x30 : 0)
    }
    return min(whole * 1000 + fraction, 1000)
  }
}
