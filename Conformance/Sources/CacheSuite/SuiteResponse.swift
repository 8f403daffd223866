import CacheClient

/// What the client got, as fetch() shows it: names without case, repeats joined, a body of text.
struct SuiteResponse: Sendable {
  let status: Int
  let body: String
  private let fields: [HeaderField]

  init(_ answer: CacheAnswer) {
    status = answer.status
    body = [101, 204, 205, 304].contains(answer.status) ? "" : String(decoding: answer.body, as: UTF8.self)
    fields = answer.fields
  }

  subscript(name: String) -> String? {
    let values = fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// How many requests of the test the origin had seen when it made this answer.
  var serverCount: Int? { self["Server-Request-Count"].flatMap { Number.leading($0) } }

  /// The origin's clock when it made this answer.
  var serverNow: Int { self["Server-Now"].flatMap { Number.leading($0) } ?? 0 }
}
