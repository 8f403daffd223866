/// Numbers in field values.
enum Number {
  /// The whole number that `text` begins with, whatever follows it.
  static func leading(_ text: String) -> Int? {
    var rest = text.drop(while: \.isWhitespace)
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest = rest.dropFirst() }
    return Int(rest.prefix { $0.isASCII && $0.isNumber }).map { isNegative ? -$0 : $0 }
  }
}
