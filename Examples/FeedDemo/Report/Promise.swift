/// Something the library promises, looked at in this very run.
struct Promise: Sendable {
  let text: String
  let isKept: Bool

  init(_ text: String, _ isKept: Bool) {
    self.text = text
    self.isKept = isKept
  }

  var line: String { "  \(isKept ? "✓" : "✗ BROKEN:") \(text)" }
}
