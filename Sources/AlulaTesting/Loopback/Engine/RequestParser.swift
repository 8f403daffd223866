import Alula

/// Reads requests from the bytes of one connection (RFC 9112). Strict: what is not HTTP/1.1 is refused, because a test
/// server that forgives hides the client's faults.
struct RequestParser {
  enum Outcome {
    case needsMore
    /// The client waits for "100 Continue" before it sends the body.
    case wantsContinue
    case request(LoopbackRequest)
    /// The status to refuse with. Nothing after it can be read.
    case refused(Int)
  }

  private enum Phase {
    case head
    case body(LoopbackRequest, count: Int)
    case chunks(LoopbackRequest, ChunkReader)
  }

  private let maximumHead: Int
  private let maximumBody: Int
  private let connection: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var searched = 0
  private var phase = Phase.head

  init(connection: Int, maximumHead: Int, maximumBody: Int) {
    self.connection = connection
    self.maximumHead = maximumHead
    self.maximumBody = maximumBody
  }

  /// Bytes that wait for `next`.
  var buffered: Int { buffer.count - start }
  /// Whether a request has begun and is not complete.
  var isMidRequest: Bool {
    if case .head = phase { return buffered > 0 }
    return true
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if start > 0, start == buffer.count || start > 65_536 {
      buffer.removeFirst(start)
      searched = max(0, searched - start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  mutating func next() -> Outcome {
    switch phase {
    case .head: readHead()
    case .body(let request, let count): readBody(request, count: count)
    case .chunks(let request, let reader): readChunks(request, reader)
    }
  }

  private mutating func readHead() -> Outcome {
    // Robustness that RFC 9112 section 2.2 asks for: empty lines before a request line do not count.
    while buffered >= 2, buffer[start] == 13, buffer[start + 1] == 10 { start += 2 }
    guard let end = headEnd() else { return buffered > maximumHead ? .refused(431) : .needsMore }
    guard end - start <= maximumHead else { return .refused(431) }
    do {
      let head = try RequestHead.parse(Array(buffer[start..<end]), connection: connection)
      start = end
      return begin(head)
    } catch {
      return .refused(error.status)
    }
  }

  private mutating func begin(_ head: RequestHead) -> Outcome {
    switch head.framing {
    case .none:
      return .request(head.request)
    case .length(let count):
      guard count <= maximumBody else { return .refused(413) }
      phase = .body(head.request, count: count)
    case .chunked:
      phase = .chunks(head.request, ChunkReader(limit: maximumBody))
    }
    if head.expectsContinue, buffered == 0 { return .wantsContinue }
    return next()
  }

  private mutating func readBody(_ request: LoopbackRequest, count: Int) -> Outcome {
    guard buffered >= count else { return .needsMore }
    var request = request
    request.body = Array(buffer[start..<start + count])
    start += count
    phase = .head
    return .request(request)
  }

  private mutating func readChunks(_ request: LoopbackRequest, _ reader: ChunkReader) -> Outcome {
    var reader = reader
    // The one owner of the bytes read so far must be `reader`, or each append copies them.
    phase = .head
    let outcome = reader.read(buffer, from: &start)
    switch outcome {
    case .needsMore:
      phase = .chunks(request, reader)
      return .needsMore
    case .refused(let status):
      return .refused(status)
    case .done:
      var request = request
      request.body = reader.bytes
      return .request(request)
    }
  }

  /// The index after the empty line that ends the head.
  private mutating func headEnd() -> Int? {
    var index = max(start, searched)
    while index + 3 < buffer.count {
      if buffer[index] == 13, buffer[index + 1] == 10, buffer[index + 2] == 13, buffer[index + 3] == 10 {
        return index + 4
      }
      index += 1
    }
    searched = index
    return nil
  }
}
