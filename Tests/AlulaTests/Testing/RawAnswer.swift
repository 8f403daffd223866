/// A response as `RawClient` read it.
struct RawAnswer {
  let status: Int
  let reason: String
  /// The lines of the head after the first.
  let fields: [String]
  var body: [UInt8] = []
  /// Sizes of the chunks, when chunked.
  var chunks: [Int] = []
  var trailers: [String] = []

  init?(head: [UInt8]) {
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ", maxSplits: 2) ?? []
    guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else { return nil }
    self.status = status
    reason = words.count == 3 ? String(words[2]) : ""
    fields = lines.dropFirst().map(String.init)
  }

  var text: String { String(decoding: body, as: UTF8.self) }

  var mayHaveBody: Bool { status >= 200 && status != 204 && status != 304 }

  /// The first value of a field.
  subscript(name: String) -> String? {
    let prefix = name.lowercased() + ":"
    return fields.first { $0.lowercased().hasPrefix(prefix) }
      .map { String($0.dropFirst(prefix.count).drop { $0 == " " }) }
  }
}
