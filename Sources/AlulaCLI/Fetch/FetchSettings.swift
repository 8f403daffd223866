import Alula
import Foundation

/// What the command line asks of `alula fetch`.
struct FetchSettings: Sendable {
  let names: [String]
  let listFile: String?
  let output: FetchOutput
  let target: TargetSize?
  /// What `--format` says.
  let format: ImageEncoder.Format?
  /// 0 to 1; `nil` for the encoder's default.
  let quality: Double?
  let concurrency: Int?
  let timeout: Duration?
  /// How often what failed for a passing reason is sent again.
  let retries: Int?
  let budget: DecodeBudget
  let headers: HTTPHeaders
  var cache: CacheChoice
  let isJSON: Bool
  let isQuiet: Bool
  let isVerbose: Bool
  let observation: ObservationSettings

  init(_ arguments: Arguments) throws(UsageError) {
    var arguments = arguments
    isJSON = arguments.takeFlag("--json")
    isQuiet = arguments.takeFlag("--quiet")
    // Both are taken, whichever is there.
    let (short, long) = (arguments.takeFlag("-v"), arguments.takeFlag("--verbose"))
    isVerbose = short || long
    cache = try CacheChoice(&arguments)
    listFile = try arguments.takePath("--from")
    headers = try Self.headers(try arguments.takeValues("--header"))
    concurrency = try arguments.takeCount("--concurrency")
    timeout = try arguments.takeAmount("--timeout").map { .milliseconds(Int(min($0, 1e9) * 1000)) }
    retries = try arguments.takeNumber("--retries")
    budget = DecodeBudget(maximumPixels: try arguments.takeCount("--max-pixels") ?? DecodeBudget().maximumPixels)
    output = FetchOutput(try arguments.takePath("-o"))
    target = try Self.target(&arguments)
    format = try arguments.takeFormat()
    quality = try arguments.takeQuality()
    observation = try ObservationSettings(&arguments)
    names = try arguments.names()
    try check()
  }

  /// How many pictures are on their way at once: enough that the network never waits for a decoder, and no more, since each
  /// may hold its bytes in memory.
  var window: Int {
    min(concurrency ?? NetworkLimits().maximumRequests, 10_000) * 2 + ProcessInfo.processInfo.activeProcessorCount
  }

  /// The format in which a picture that came as `received` is written anew; `nil` to keep its bytes.
  func encoding(for received: ImageFormat) throws(LoadError) -> ImageEncoder.Format? {
    if let format { return format }
    guard let asked = output.format else { return target == nil ? nil : ImageEncoder.Format(received) ?? .png }
    if asked == received, target == nil, quality == nil { return nil }
    guard let format = ImageEncoder.Format(asked) else {
      throw LoadError(.unsupportedFormat(asked), output.unwritable)
    }
    return format
  }

  func encoder(_ format: ImageEncoder.Format) -> ImageEncoder {
    ImageEncoder(format: format, quality: quality)
  }
}

extension FetchSettings {
  private func check() throws(UsageError) {
    guard !names.isEmpty || listFile != nil else { throw UsageError(message: "Name at least one URL.") }
    guard !names.contains("-") else { throw UsageError(message: "\"-\" is no URL; --from - reads a list.") }
    // Without a size it may be that the picture comes in this very format.
    let isWritable = format != nil || output.format.map { ImageEncoder.Format($0) != nil } ?? true
    guard isWritable || (target == nil && quality == nil) else { throw UsageError(message: output.unwritable) }
    guard quality == nil || target != nil || format != nil || output.format != nil else {
      throw UsageError(message: "--quality needs --fit, --fill, --format or a format after -o: the bytes are kept.")
    }
    guard !(isJSON && output == .standardOutput) else {
      throw UsageError(message: "--json and -o - both need standard output.")
    }
    if case .file(let path) = output { try FetchOutput.refuse(path, amongInputs: names) }
    let inputs = names.compactMap { PictureAddress($0).filePath } + (listFile.map { [$0] } ?? [])
    try observation.check(inputs: inputs, output: output, isJSON: isJSON, isQuiet: isQuiet)
  }

  private static func target(_ arguments: inout Arguments) throws(UsageError) -> TargetSize? {
    let scale = try arguments.takeAmount("--scale")
    guard var target = try arguments.takeTarget() else {
      guard scale == nil else { throw UsageError(message: "--scale needs --fit or --fill.") }
      return nil
    }
    target.scale = scale ?? 1
    return target
  }

  private static func headers(_ lines: [String]) throws(UsageError) -> HTTPHeaders {
    var headers = HTTPHeaders()
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let isWhole = parts.count == 2 && !parts[0].isEmpty && !parts[0].contains(where: \.isWhitespace)
      guard isWhole, !line.contains(where: \.isNewline) else {
        throw UsageError(message: "--header needs one line like 'Name: value'.")
      }
      headers.append(String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces))
    }
    return headers
  }
}
