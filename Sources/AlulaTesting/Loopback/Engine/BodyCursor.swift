import Alula

/// Walks through a body and gives it in pieces with the waits between them.
struct BodyCursor {
  private let response: LoopbackResponse
  private let end: Int
  private let chunkSizes: [Int]?
  private let pieceLimit: Int
  private let latchOffsets: [Int]
  private var offset = 0
  private var pieces = 0
  private var nextLatch = 0

  init(_ response: LoopbackResponse) {
    self.response = response
    end = min(response.body.count, response.cut?.after ?? .max)
    latchOffsets = response.bodyLatches.keys.filter { $0 >= 0 }.sorted()
    if case .chunked(let sizes) = response.framing {
      chunkSizes = sizes.isEmpty ? [response.pieceSize] : sizes
    } else {
      chunkSizes = nil
    }
    let paced = response.bytesPerSecond.map { max(1, $0.bytes / 50) }
    pieceLimit = max(1, min(response.pieceSize, paced ?? .max, 1 << 20))
  }

  /// The steps of the next piece; `nil` at the end of the body.
  mutating func next() -> [ScriptStep]? {
    if let latch = takeLatch() { return [.hold(latch)] }
    guard offset < end else { return nil }
    let planned = plannedCount()
    let range = offset..<min(offset + planned, end)
    let payload = ScriptStep.send(response.body.bytes(in: range), isBody: true)
    var steps = pauseBeforePiece(range.count)
    if chunkSizes == nil {
      steps.append(payload)
    } else {
      steps += [.send(WireText.chunkSize(planned), isBody: false), payload]
      // A chunk that is cut has no end.
      if range.count == planned { steps.append(.send(WireText.lineEnd, isBody: false)) }
    }
    offset = range.upperBound
    pieces += 1
    return steps
  }

  /// How many bytes the piece would have without a cut.
  private func plannedCount() -> Int {
    let wanted = chunkSizes.map { max(1, $0[min(pieces, $0.count - 1)]) } ?? pieceLimit
    let untilLatch = nextLatch < latchOffsets.count ? latchOffsets[nextLatch] - offset : .max
    return min(wanted, untilLatch, response.body.count - offset)
  }

  private mutating func takeLatch() -> Latch? {
    guard nextLatch < latchOffsets.count, latchOffsets[nextLatch] <= offset else { return nil }
    defer { nextLatch += 1 }
    return response.bodyLatches[latchOffsets[nextLatch]]
  }

  private func pauseBeforePiece(_ count: Int) -> [ScriptStep] {
    var pause = Duration.zero
    if pieces > 0 { pause += response.delayBetweenPieces }
    if let rate = response.bytesPerSecond { pause += .seconds(1) * (Double(count) / Double(max(1, rate.bytes))) }
    return pause > .zero ? [.wait(pause)] : []
  }
}
