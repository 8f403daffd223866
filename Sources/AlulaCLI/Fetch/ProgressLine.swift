import Alula

/// The line that a person sees while pictures load. One line, never wider than the terminal.
struct ProgressLine {
  var finished = 0
  var failed = 0
  var count = PictureList.Count()
  var meter = TransferMeter.Reading()
  var rate: ByteCount?

  /// 0 to 1; `nil` while the list is still being read.
  var fraction: Double? {
    guard count.isFinal, count.found > 0 else { return nil }
    return min(1, (Double(finished) + meter.progress) / Double(count.found))
  }

  func text(width: Int) -> String {
    var parts = ["\(finished)/\(count.found)\(count.isFinal ? "" : "+")"]
    if failed > 0 { parts.append("\(failed) failed") }
    parts.append("\(ByteCount(meter.received))")
    if let rate { parts.append("\(rate)/s") }
    if meter.running > 0 { parts.append("\(meter.running) loading") }
    let words = parts.joined(separator: "  ")
    let room = min(30, width - words.count - 10)
    guard let fraction, room >= 8 else { return String(words.prefix(max(0, width - 1))) }
    let done = Int(fraction * Double(room))
    let bar = String(repeating: "#", count: done) + String(repeating: "-", count: room - done)
    let percent = "\(Int(fraction * 100))%"
    return "[\(bar)] \(String(repeating: " ", count: max(0, 4 - percent.count)))\(percent)  \(words)"
  }
}
