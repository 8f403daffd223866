import Foundation

/// Standard output, to which many write whole lines.
final class AnswerWriter: Sendable {
  private let queue = DispatchQueue(label: "answers")

  func write(_ answer: DriverAnswer) {
    guard var line = try? JSONEncoder().encode(answer) else { return }
    line.append(UInt8(ascii: "\n"))
    // A harness that is gone needs no answer.
    queue.sync { try? FileHandle.standardOutput.write(contentsOf: line) }
  }
}
