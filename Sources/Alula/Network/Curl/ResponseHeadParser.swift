#if os(Linux) && Curl
  /// Makes a head of the header lines libcurl hands out one by one (RFC 9112 sections 4 and 5).
  ///
  /// Leaves out 1xx heads; takes what comes after the final head (trailers) and forgets it.
  struct ResponseHeadParser {
    enum Event {
      case more
      case head(HTTPResponseHead)
      case malformed(String)
    }

    /// Of all lines together, 1xx heads and trailers included. libcurl limits one line to 100 KB.
    static let limit = 300 * 1024

    private(set) var isFinished = false
    private var byteCount = 0
    private var head: HTTPResponseHead?
    /// The last field; a folded line may still add to it.
    private var field: HTTPHeaders.Field?

    mutating func add(_ line: UnsafeRawBufferPointer) -> Event {
      byteCount += line.count
      guard byteCount <= Self.limit else { return .malformed("the head is larger than \(Self.limit / 1024) KB") }
      guard !isFinished else { return .more }
      let text = Self.trimmed(line[...])
      guard head != nil else {
        head = Self.statusLine(text)
        return head == nil ? .malformed("no status line") : .more
      }
      // A line of blanks alone folds nothing into the field before.
      if text.isEmpty, line.first != 0x20, line.first != 0x09 { return endHead() }
      return addField(text, isFolded: line.first == 0x20 || line.first == 0x09)
    }

    private mutating func endHead() -> Event {
      keepField()
      guard let head else { return .more }
      self.head = nil
      guard head.status != 101 else { return .malformed("an upgrade nobody asked for") }
      guard head.status >= 200 else { return .more }
      isFinished = true
      return .head(head)
    }

    private mutating func addField(_ line: Slice<UnsafeRawBufferPointer>, isFolded: Bool) -> Event {
      if isFolded {
        field = field.map { HTTPHeaders.Field(name: $0.name, value: "\($0.value) \(Self.text(line))") }
        return .more
      }
      keepField()
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return .more }
      let name = Self.trimmed(line[..<colon])
      guard !name.isEmpty else { return .more }
      field = HTTPHeaders.Field(name: Self.text(name), value: Self.text(Self.trimmed(line[(colon + 1)...])))
      return .more
    }

    private mutating func keepField() {
      guard let field else { return }
      head?.headers.append(field.name, field.value)
      self.field = nil
    }

    /// "HTTP/1.1 200 OK", "HTTP/2 200"; the reason may be missing.
    private static func statusLine(_ line: Slice<UnsafeRawBufferPointer>) -> HTTPResponseHead? {
      let parts = line.split(separator: 0x20, maxSplits: 2)
      guard parts.count >= 2, parts[0].starts(with: "HTTP/".utf8) else { return nil }
      guard let status = Int(text(parts[1])), (100...999).contains(status) else { return nil }
      return HTTPResponseHead(status: status, version: text(parts[0].dropFirst(5)))
    }

    /// Without blanks and the line's end on both sides.
    private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
      var bytes = bytes
      while let first = bytes.first, isBlank(first) { bytes = bytes.dropFirst() }
      while let last = bytes.last, isBlank(last) { bytes = bytes.dropLast() }
      return bytes
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
      byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
    }

    /// UTF-8 where it is, else Latin-1 (RFC 9110 section 5.5: obsolete, but servers send it).
    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
      if let text = String(validating: UnsafeRawBufferPointer(rebasing: bytes), as: UTF8.self) { return text }
      return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }
#endif
