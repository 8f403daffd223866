import Alula

/// Bytes on their way to the socket. Knows which of them are body bytes, so that they are counted when they are sent.
struct OutputBuffer {
  private var bytes: [UInt8] = []
  private var sent = 0
  /// Ends of runs of one kind, in order.
  private var runs: [(end: Int, isBody: Bool)] = []

  var isEmpty: Bool { sent == bytes.count }
  var count: Int { bytes.count - sent }

  mutating func append(_ new: [UInt8], isBody: Bool) {
    guard !new.isEmpty else { return }
    if isEmpty {
      bytes = new
      runs = [(new.count, isBody)]
      sent = 0
    } else {
      bytes += new
      runs.append((bytes.count, isBody))
    }
  }

  func withUnsent<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
  }

  /// Takes `count` bytes away and says how many of them were of the body.
  mutating func remove(_ count: Int) -> Int {
    var body = 0
    var left = count
    while left > 0, let run = runs.first {
      let part = min(left, run.end - sent)
      if run.isBody { body += part }
      sent += part
      left -= part
      if sent == run.end { runs.removeFirst() }
    }
    return body
  }
}
