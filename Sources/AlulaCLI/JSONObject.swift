/// One JSON object on one line (RFC 8259), its members in the order they were added.
struct JSONObject {
  private var members: [String] = []

  mutating func add(_ name: String, _ text: String?) {
    members.append("\"\(name)\":\(text.map(Self.quoted) ?? "null")")
  }
  mutating func add(_ name: String, _ number: Int) { members.append("\"\(name)\":\(number)") }
  mutating func add(_ name: String, _ number: Int?) {
    members.append("\"\(name)\":\(number.map(String.init) ?? "null")")
  }
  mutating func add(_ name: String, _ flag: Bool) { members.append("\"\(name)\":\(flag)") }
  mutating func add(_ name: String, _ numbers: [Int]) {
    members.append("\"\(name)\":[\(numbers.map(String.init).joined(separator: ","))]")
  }
  mutating func add(_ name: String, _ object: JSONObject) { members.append("\"\(name)\":\(object.line)") }
  /// A duration in microseconds, to the nanosecond.
  mutating func add(_ name: String, microseconds duration: Duration) {
    let nanoseconds = Int((duration / .nanoseconds(1)).rounded())
    let digits = String(abs(nanoseconds) % 1000)
    let fraction = String(repeating: "0", count: 3 - digits.count) + digits
    members.append("\"\(name)\":\(nanoseconds < 0 ? "-" : "")\(abs(nanoseconds) / 1000).\(fraction)")
  }

  var line: String { "{\(members.joined(separator: ","))}" }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
