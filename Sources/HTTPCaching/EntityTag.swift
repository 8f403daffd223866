/// An entity tag (RFC 9110 section 8.8.3), as it was written.
struct EntityTag {
  var text: String
  var isWeak: Bool

  /// - Parameter text: a member of ETag, If-None-Match or If-Range. One without quotes is taken as it is, and as weak: nothing
  ///   says what its server means by it.
  init(_ text: String) {
    self.text = text
    isWeak = !(text.utf8.first == .quote && text.utf8.last == .quote && text.utf8.count >= 2)
  }

  /// What both kinds compare by.
  private var opaque: Substring { text.hasPrefix("W/") ? text.dropFirst(2) : text[...] }

  /// Weak comparison, section 8.8.3.2: for If-None-Match.
  func isWeaklySame(_ other: EntityTag) -> Bool { opaque == other.opaque }

  /// Strong comparison, section 8.8.3.2: for If-Range and for combining parts.
  func isStronglySame(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && text == other.text }

  /// The members of every If-None-Match line. `*` is one of them.
  static func list(_ values: [String]) -> [EntityTag] {
    var tags: [EntityTag] = []
    for value in values {
      value.withFieldBytes { bytes in
        for member in FieldList(bytes, hasEscapes: false) { tags.append(EntityTag(bytes.text(member))) }
      }
    }
    return tags
  }
}
