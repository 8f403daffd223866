/// The members of a comma-separated field value (RFC 9110 section 5.6.1): trimmed, empty ones left out, commas in quoted
/// strings kept.
struct FieldList: Sequence, IteratorProtocol {
  private let bytes: FieldBytes
  private var position: Int
  private let end: Int
  private let separator: UInt8
  /// A backslash escapes inside a quoted string (RFC 9110 section 5.6.4), and does not inside an entity tag (section 8.8.3).
  private let hasEscapes: Bool

  init(_ bytes: FieldBytes, in range: Range<Int>? = nil, separator: UInt8 = .comma, hasEscapes: Bool = true) {
    self.bytes = bytes
    position = range?.lowerBound ?? 0
    end = range?.upperBound ?? bytes.count
    self.separator = separator
    self.hasEscapes = hasEscapes
  }

  mutating func next() -> Range<Int>? {
    while position < end {
      let start = position
      skipMember()
      let member = bytes.trimmed(start..<position)
      position += 1
      if !member.isEmpty { return member }
    }
    return nil
  }

  private mutating func skipMember() {
    var isQuoted = false
    while position < end {
      let byte = bytes[position]
      if byte == .quote {
        isQuoted.toggle()
      } else if byte == .backslash, isQuoted, hasEscapes {
        position += 1
      } else if byte == separator, !isQuoted {
        return
      }
      position += 1
    }
    position = end
  }
}

extension HTTPHeaders {
  /// The members of every field line of that name, in lower case.
  func lowercasedMembers(_ name: String) -> [String] {
    var members: [String] = []
    for field in fields where Self.isSame(field.name, name) {
      field.value.withFieldBytes { bytes in
        for member in FieldList(bytes) { members.append(bytes.lowercasedText(member)) }
      }
    }
    return members
  }
}
