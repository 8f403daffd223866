/// The four characters by which chunks and boxes are named, as one number: a file may name millions of them.
struct CharacterCode: Hashable, Sendable, ExpressibleByStringLiteral {
  private let value: UInt32

  init(_ value: UInt32) { self.value = value }

  init(stringLiteral text: StaticString) {
    value = text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
  }
}
