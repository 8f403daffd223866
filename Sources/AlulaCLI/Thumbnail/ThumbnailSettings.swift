import Alula

/// What the command line asks of `alula thumbnail`.
struct ThumbnailSettings: Sendable {
  let names: [String]
  /// `nil`: nothing is written.
  let output: FetchOutput?
  let steps: ThumbnailSteps
  /// What `--format` says.
  let format: ImageEncoder.Format?
  /// 0 to 1; `nil` for the encoder's default.
  let quality: Double?
  let budget: DecodeBudget
  let wantsBlurHash: Bool
  let wantsThumbHash: Bool
  let isJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    var arguments = arguments
    isJSON = arguments.takeFlag("--json")
    wantsBlurHash = arguments.takeFlag("--blurhash")
    wantsThumbHash = arguments.takeFlag("--thumbhash")
    output = try arguments.takePath("-o").map { FetchOutput($0) }
    format = try arguments.takeFormat()
    quality = try arguments.takeQuality()
    budget = DecodeBudget(maximumPixels: try arguments.takeCount("--max-pixels") ?? DecodeBudget().maximumPixels)
    steps = try ThumbnailSteps(&arguments)
    names = try arguments.names()
    try check()
  }

  /// The format in which a picture that came as `received` is written.
  func format(for received: ImageFormat, isOpaque: Bool) -> ImageEncoder.Format {
    if let format { return format }
    if let asked = output?.format.flatMap({ ImageEncoder.Format($0) }) { return asked }
    let kept = ImageEncoder.Format(received) ?? .png
    return kept == .jpeg && !isOpaque ? .png : kept
  }

  private func check() throws(UsageError) {
    guard !names.isEmpty else { throw UsageError(message: "Name at least one file or URL.") }
    guard names.count(where: { $0 == "-" }) < 2 else { throw UsageError(message: "\"-\" is there twice.") }
    guard let output else {
      guard wantsBlurHash || wantsThumbHash else {
        throw UsageError(message: "-o is missing: where is the picture to go?")
      }
      guard format == nil, quality == nil else { throw UsageError(message: "--format and --quality need -o.") }
      return
    }
    guard output.takesMany || names.count == 1 else {
      throw UsageError(message: "-o names one file and there are more pictures; a directory ends with \"/\".")
    }
    let isWritable = format != nil || output.format.map { ImageEncoder.Format($0) != nil } ?? true
    guard isWritable else { throw UsageError(message: output.unwritable) }
    guard !(isJSON && output == .standardOutput) else {
      throw UsageError(message: "--json and -o - both need standard output.")
    }
    if case .file(let path) = output { try FetchOutput.refuse(path, amongInputs: names) }
  }
}
