import Alula
import Foundation

/// Tells a person, or the next command, how far the run is. An actor, so that lines and the progress never mix.
actor FetchReporter {
  private enum Line {
    case output(String)
    case error(String)
  }

  private let settings: FetchSettings
  private let list: PictureList
  private let meter: TransferMeter
  /// `nil` when nobody looks: standard error is no terminal, or quiet was asked.
  private let terminal: Terminal?
  private let start = ContinuousClock.now
  private var line = ProgressLine()
  private var rate = RateMeter()
  private var written = 0
  private var isShown = false
  /// Lines to write. With a terminal they wait for the next drawing, so that the progress does not flicker.
  private var held: [Line] = []
  /// What was shown last: a transfer that ends before its file is written must not move the bar back.
  private var highest = (found: 0, progress: 0.0)

  init(settings: FetchSettings, list: PictureList, meter: TransferMeter) {
    self.settings = settings
    self.list = list
    self.meter = meter
    terminal = settings.isQuiet ? nil : Terminal(STDERR_FILENO)
  }

  /// - Returns: false when nobody reads standard output any more.
  func finished(_ outcome: FetchOutcome) -> Bool {
    // Those that were cancelled did not fail; the run was interrupted.
    if outcome.error?.isCancelled == true { return true }
    line.finished += 1
    written += outcome.byteCount ?? 0
    if let message = outcome.errorLine {
      line.failed += 1
      held.append(.error(message))
    }
    if settings.isVerbose, let line = outcome.verboseLine { held.append(.error(line)) }
    if settings.isJSON {
      held.append(.output(outcome.json))
    } else if !settings.isQuiet, let file = outcome.file, file != "-" {
      held.append(.output(PictureAddress.printable(file)))
    }
    return terminal != nil || writeHeld()
  }

  /// Draws the progress, ten times a second, until the task is cancelled or nobody reads standard output any more. Returns
  /// at once without a terminal.
  nonisolated func drawProgress(whenPipeCloses: () -> Void) async {
    guard terminal != nil else { return }
    while (try? await Task.sleep(for: .milliseconds(100))) != nil {
      guard await draw() else { return whenPipeCloses() }
    }
  }

  /// Ends the output. `true` when every picture was written.
  /// - Parameter signal: what ended the run early. A pipe that its reader has closed is a normal end: nothing is said of it.
  func close(after signal: Int32?) -> Bool {
    clear()
    _ = writeHeld()
    if !settings.isQuiet, signal != SIGPIPE { Output.error(summary + (signal == nil ? "" : " Interrupted.")) }
    return line.failed == 0
  }

  private var summary: String {
    let count = list.count
    let total = "\(count.found)\(count.isFinal ? "" : " or more")"
    let failures = line.failed > 0 ? ", \(line.failed) failed" : ""
    let seconds = Double(Int((ContinuousClock.now - start) / .milliseconds(100))) / 10
    return
      "alula: \(line.finished - line.failed) of \(total) fetched\(failures), \(ByteCount(written)) in \(seconds) s."
  }

  private func draw() -> Bool {
    guard let terminal else { return true }
    if !held.isEmpty { clear() }
    let isRead = writeHeld()
    line.count = list.count
    line.meter = meter.reading
    let now = ContinuousClock.now
    rate.add(line.meter.received, at: now)
    line.rate = rate.rate
    if highest.found != line.count.found { highest = (line.count.found, 0) }
    highest.progress = max(highest.progress, Double(line.finished) + line.meter.progress)
    line.meter.progress = highest.progress - Double(line.finished)
    terminal.redraw(line.text(width: terminal.width))
    isShown = true
    return isRead
  }

  private func writeHeld() -> Bool {
    var isRead = true
    for line in held {
      switch line {
      case .output(let text): isRead = Output.line(text) && isRead
      case .error(let text): Output.error(text)
      }
    }
    held = []
    return isRead
  }

  private func clear() {
    guard isShown else { return }
    terminal?.clearLine()
    isShown = false
  }
}
