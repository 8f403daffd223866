/// The directives of one Cache-Control field line (RFC 9111 section 5.2): names without case, values as tokens or quoted
/// strings (both forms are to be accepted for every directive, section 5.2).
struct CacheControl: Sequence, IteratorProtocol {
  struct Directive {
    var name: Range<Int>
    /// Without the quotes; `nil` when there is none.
    var argument: Range<Int>?
    /// Blanks around `=`, or something after a closing quote: what it says cannot be trusted.
    var isMalformed = false
  }

  private let bytes: FieldBytes
  private var list: FieldList

  init(_ bytes: FieldBytes) {
    self.bytes = bytes
    list = FieldList(bytes)
  }

  mutating func next() -> Directive? {
    guard let member = list.next() else { return nil }
    guard let equals = member.first(where: { bytes[$0] == .equals }) else {
      return Directive(name: member, argument: nil)
    }
    let name = bytes.trimmed(member.lowerBound..<equals)
    let raw = equals + 1..<member.upperBound
    let argument = bytes.trimmed(raw)
    var directive = Directive(name: name, argument: argument)
    directive.isMalformed = name.upperBound != equals || argument.lowerBound != raw.lowerBound
    if let first = argument.first, bytes[first] == .quote { unquote(&directive, argument) }
    return directive
  }

  private func unquote(_ directive: inout Directive, _ argument: Range<Int>) {
    var index = argument.lowerBound + 1
    while index < argument.upperBound, bytes[index] != .quote { index += bytes[index] == .backslash ? 2 : 1 }
    directive.isMalformed = directive.isMalformed || index + 1 != argument.upperBound
    directive.argument =
      argument.lowerBound + 1..<Swift.max(argument.lowerBound + 1, Swift.min(index, argument.upperBound))
  }
}

extension FieldBytes {
  /// The seconds of a directive; `nil` when there is no number that can be trusted.
  func seconds(_ directive: CacheControl.Directive) -> Int? {
    guard let argument = directive.argument, !directive.isMalformed else { return nil }
    return seconds(argument)
  }
}
