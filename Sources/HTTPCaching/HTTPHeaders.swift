/// Header fields in the order they came, repeats kept (RFC 9110 section 5). Names compare without case.
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral, Sequence {
  /// One field line.
  public struct Field: Hashable, Sendable {
    /// The name as it came or is sent.
    public let name: String
    /// The value without blanks around it.
    public let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The fields in order.
  public private(set) var fields: [Field]

  /// No fields.
  public init() { fields = [] }

  /// Fields in the order of the literal, repeats kept.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// Fields from a dictionary, sorted by name.
  public init(_ dictionary: [String: String]) {
    fields = dictionary.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) }
  }

  /// Those field lines.
  package init(fields: [Field]) { self.fields = fields }

  /// The first value of `name`. Setting replaces every field of that name; `nil` removes them.
  public subscript(name: String) -> String? {
    get {
      for index in fields.indices where Self.isSame(fields[index].name, name) { return fields[index].value }
      return nil
    }
    set {
      fields.removeAll { Self.isSame($0.name, name) }
      if let newValue { fields.append(Field(name: name, value: newValue)) }
    }
  }

  /// Every value of `name`, in order.
  public func values(_ name: String) -> [String] {
    fields.filter { Self.isSame($0.name, name) }.map(\.value)
  }

  /// Adds a field and keeps those of the same name.
  public mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Goes through the fields in order.
  public func makeIterator() -> IndexingIterator<[Field]> { fields.makeIterator() }

  package static func isSame(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    // Most names come in their usual case: then it is one comparison of memory.
    if left == right { return true }
    var rest = right.utf8.makeIterator()
    for byte in left.utf8 where lowercased(byte) != rest.next().map(lowercased) { return false }
    return true
  }

  @inline(__always)
  private static func lowercased(_ byte: UInt8) -> UInt8 {
    0x41...0x5A ~= byte ? byte | 0x20 : byte
  }
}
