import Alula
import Foundation

/// Where a command writes what it saw of its own work: `--metrics FILE` and `--trace FILE`.
struct ObservationSettings: Sendable {
  /// "-" is standard output.
  let metrics: String?
  let trace: String?

  static let help = """
      --metrics FILE   Write counts, bytes and durations of the run to FILE, as JSON: requests, hit rates, network, decoding.
                       "-" is standard output, and needs --quiet.
      --trace FILE     Write every step of every request to FILE, to open in Perfetto (ui.perfetto.dev) or chrome://tracing.
                       It names hosts, never URLs. The first \(TraceObserver.limit / 1000),000 steps.
    """

  init(_ arguments: inout Arguments) throws(UsageError) {
    metrics = try arguments.takePath("--metrics")
    trace = try arguments.takePath("--trace")
  }

  /// - Parameter inputs: paths of what is read.
  func check(inputs: [String], output: FetchOutput?, isJSON: Bool, isQuiet: Bool) throws(UsageError) {
    guard trace != "-" else { throw UsageError(message: "--trace needs a file.") }
    if metrics == "-" {
      guard isQuiet, !isJSON, output != .standardOutput else {
        throw UsageError(message: "--metrics - needs standard output for itself: add --quiet, without --json and -o -.")
      }
    }
    var files: [String] = []
    for path in [metrics, trace].compactMap({ $0 }) where path != "-" {
      guard !InputFiles(paths: inputs).contains(path) else {
        throw UsageError(message: "\"\(PictureAddress.printable(path))\" is read here and would be written over.")
      }
      let isTaken = InputFiles(paths: files).contains(path) || files.contains(path)
      guard !isTaken, output != .file(path) else {
        throw UsageError(message: "\"\(PictureAddress.printable(path))\" is named as two outputs.")
      }
      files.append(path)
    }
  }

  /// Hears the pipeline; `nil` where nothing is to be traced.
  func makeObserver() -> TraceObserver? { trace.map { _ in TraceObserver() } }

  /// Writes the files.
  /// - Returns: whether that went well.
  func write(_ pipeline: ImagePipeline, _ observer: TraceObserver?) -> Bool {
    var isWritten = true
    if let metrics {
      let json = Data(pipeline.metrics.json.utf8)
      isWritten = Self.write(json, to: metrics)
    }
    if let trace, let observer {
      let json = Data(TraceFile(observer.events, isCut: observer.isCut).json.utf8)
      isWritten = Self.write(json, to: trace) && isWritten
    }
    return isWritten
  }

  private static func write(_ data: Data, to path: String) -> Bool {
    do throws(LoadError) {
      if path == "-" { try Output.data(data) } else { try Output.file(data, at: path) }
      return true
    } catch {
      if !error.isCancelled { Output.error("alula: \(error.message)") }
      return false
    }
  }
}
