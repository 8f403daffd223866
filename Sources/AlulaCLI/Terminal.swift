import Foundation

/// A terminal with a person before it.
struct Terminal: Sendable {
  private let descriptor: Int32

  /// `nil` when `descriptor` is no terminal, or one that cannot go back in a line.
  init?(_ descriptor: Int32) {
    guard isatty(descriptor) == 1, ProcessInfo.processInfo.environment["TERM"] != "dumb" else { return nil }
    self.descriptor = descriptor
  }

  /// Columns; 80 when the terminal does not say.
  var width: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Writes `text` over the current line.
  func redraw(_ text: String) { write("\r\(text)\u{1B}[K") }

  func clearLine() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: Data(text.utf8))
  }
}
