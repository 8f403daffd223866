import Foundation

/// Where the demo talks: bars that move on a terminal, plain lines in a pipe.
@MainActor
final class Console {
  private let isTerminal = isatty(STDOUT_FILENO) == 1
  private var hasOpenBar = false
  private var lastThird = 0

  func say(_ text: String = "") {
    write((hasOpenBar ? "\r\u{1B}[K" : "") + text + "\n")
    hasOpenBar = false
  }

  /// Shows how far something is; in a pipe a line for every third part that is done.
  func progress(_ name: String, _ done: Int, of total: Int, note: String = "") {
    let label = name.padding(toLength: 14, withPad: " ", startingAt: 0)
    if isTerminal {
      let filled = total > 0 ? done * 30 / total : 30
      let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
      write("\r\u{1B}[K  \(label) \(bar) \(done)/\(total)  \(note)")
      hasOpenBar = true
    } else if done * 3 / max(1, total) != lastThird {
      lastThird = done * 3 / max(1, total)
      write("  \(label) \(done)/\(total)  \(note)\n")
    }
  }

  /// A line that stays in place of the bar.
  func finish(_ name: String, _ note: String) {
    lastThird = 0
    say("  " + name.padding(toLength: 14, withPad: " ", startingAt: 0) + " " + note)
  }

  private func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}
