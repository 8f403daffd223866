import Alula
import Foundation

/// Tells a person, or the next command, how far the run is. An actor, so that lines and the progress never mix.
actor FetchReporter {
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
  /// What was shown last: a transfer that ends before its file is written must not move the bar back.
  private var highest = (found: 0, progress: 0.0)

  init(settings: FetchSettings, list: PictureList, meter: TransferMeter) {
    self.settings = settings
    self.list = list
    self.meter = meter
    terminal = settings.isQuiet ? nil : Terminal(STDERR_FILENO)
  }

  func finished(_ outcome: FetchOutcome) {
    // Those that were cancelled did not fail; the run was interrupted.
    if outcome.error?.isCancelled == true { return }
    line.finished += 1
    written += outcome.byteCount ?? 0
    clear()
    if let message = outcome.errorLine {
      line.failed += 1
      Output.error(message)
    }
    if settings.isJSON {
      Output.line(outcome.json)
    } else if !settings.isQuiet, let file = outcome.file, file != "-" {
      Output.line(PictureAddress.printable(file))
    }
  }

  /// Draws the progress until the task is cancelled, ten times a second. Returns at once without a terminal.
  nonisolated func drawProgress() async {
    guard terminal != nil else { return }
    while (try? await Task.sleep(for: .milliseconds(100))) != nil { await draw() }
  }

  /// The last line. `true` when every picture was written.
  func close(isInterrupted: Bool) -> Bool {
    clear()
    let count = list.count
    let succeeded = line.finished - line.failed
    if !settings.isQuiet {
      let total = "\(count.found)\(count.isFinal ? "" : " or more")"
      let failures = line.failed > 0 ? ", \(line.failed) failed" : ""
      let seconds = Double(Int((ContinuousClock.now - start) / .milliseconds(100))) / 10
      let ending = isInterrupted ? " Interrupted." : ""
      Output.error(
        "alula: \(succeeded) of \(total) fetched\(failures), \(ByteCount(written)) in \(seconds) s.\(ending)")
    }
    return line.failed == 0
  }

  private func draw() {
    guard let terminal else { return }
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
  }

  private func clear() {
    guard isShown else { return }
    terminal?.clearLine()
    isShown = false
  }
}
