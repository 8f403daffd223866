import Alula
import Foundation

/// One run of `alula fetch`: a window over the list, the progress beside it, an eye on Ctrl-C.
struct FetchRun {
  private enum Event: Sendable {
    case loaded
    case signal(Int32?)
    case drawn
  }

  private let settings: FetchSettings
  private let list: PictureList
  private let loader: FetchLoader
  private let reporter: FetchReporter
  private let observer: TraceObserver?

  init(settings: FetchSettings, list: PictureList) {
    let meter = TransferMeter()
    self.settings = settings
    self.list = list
    let directory = if case .directory(let path) = settings.output { path } else { "" }
    let inputs = settings.names.compactMap { PictureAddress($0).filePath }
    observer = settings.observation.makeObserver()
    loader = FetchLoader(
      settings: settings, pipeline: settings.pipeline(meter: meter, observer: observer),
      names: Locked(FileNameTable(directory: directory, inputs: inputs)))
    reporter = FetchReporter(settings: settings, list: list, meter: meter)
  }

  func run() async -> ExitStatus {
    let signals = InterruptSignals()
    let signal = await run(until: signals.stream, whenPipeCloses: signals.pipeClosed)
    var isComplete = await reporter.close(after: signal)
    // Also of a run that was interrupted.
    isComplete = settings.observation.write(loader.pipeline, observer) && isComplete
    withExtendedLifetime(signals) {}
    switch signal {
    case nil: return isComplete ? .success : .someFailed
    case SIGPIPE: return .pipeClosed
    case SIGTERM: return .terminated
    default: return .interrupted
    }
  }

  /// Loads everything, or ends at the first signal and returns it.
  private func run(until signals: AsyncStream<Int32>, whenPipeCloses: @escaping @Sendable () -> Void) async -> Int32? {
    await withTaskGroup(of: Event.self) { group in
      group.addTask { await loadAll(whenPipeCloses) }
      group.addTask { .signal(await signals.first { _ in true }) }
      group.addTask {
        await reporter.drawProgress(whenPipeCloses: whenPipeCloses)
        return .drawn
      }
      var signal: Int32?
      for await event in group {
        if case .drawn = event { continue }
        if case .signal(let number?) = event { signal = number }
        // Whatever ends first, the list or the person's patience, ends the rest. Loads end tidily: no file is left half.
        group.cancelAll()
      }
      return signal
    }
  }

  /// Loads the list with a bounded number of pictures on their way, however long it is.
  private func loadAll(_ whenPipeCloses: @escaping @Sendable () -> Void) async -> Event {
    await withTaskGroup(of: Void.self) { group in
      var running = 0
      var number = 0
      for await picture in list.pictures {
        if running == settings.window {
          await group.next()
          running -= 1
        }
        guard !Task.isCancelled else { break }
        let name = loader.reserveName(for: picture)
        number += 1
        group.addTask { [number] in
          let outcome = await loader.load(picture, number: number, name: name)
          let isRead = await reporter.finished(outcome)
          if !isRead || Output.isPipeClosed { whenPipeCloses() }
          await loader.finishRefresh(outcome)
        }
        running += 1
      }
    }
    return .loaded
  }
}
