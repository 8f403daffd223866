/// What a definition says of a field's value.
enum FieldValue: Decodable, Hashable, Sendable {
  case text(String)
  /// For a date: seconds from the moment in which the origin answers.
  case number(Int)

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let number = try? value.decode(Int.self) {
      self = .number(number)
    } else {
      self = .text(try value.decode(String.self))
    }
  }

  /// The value of the field `name` as it is sent.
  /// - Parameter now: milliseconds since 1970 on the origin's clock.
  func text(of name: String, now: Int) -> String {
    switch self {
    case .text(let text): text
    case .number(let seconds): SuiteDate.isDate(name) ? SuiteDate.text(now + seconds * 1_000) : "\(seconds)"
    }
  }
}

/// A field that is sent: name, value and, for the origin, whether the client must see it as it was sent.
struct FieldDefinition: Decodable, Sendable {
  let name: String
  var value: FieldValue
  let isCompared: Bool

  init(from decoder: any Decoder) throws {
    var parts = try decoder.unkeyedContainer()
    name = try parts.decode(String.self)
    value = try parts.decode(FieldValue.self)
    isCompared = try parts.decodeIfPresent(Bool.self) ?? true
  }
}

/// What is expected of a field.
enum FieldExpectation: Decodable, Sendable {
  case present(String)
  case value(name: String, FieldValue)
  /// The same value as another field.
  case same(name: String, as: String)
  /// The number at its start is larger.
  case larger(name: String, than: Int)

  init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      self = .present(name)
      return
    }
    var parts = try decoder.unkeyedContainer()
    let name = try parts.decode(String.self)
    guard parts.count == 3 else {
      self = .value(name: name, try parts.decode(FieldValue.self))
      return
    }
    let relation = try parts.decode(String.self)
    switch relation {
    case "=": self = .same(name: name, as: try parts.decode(String.self))
    case ">": self = .larger(name: name, than: try parts.decode(Int.self))
    default:
      throw DecodingError.dataCorruptedError(in: parts, debugDescription: "the relation \(relation) is not known")
    }
  }
}
