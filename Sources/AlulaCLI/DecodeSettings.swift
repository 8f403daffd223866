import Alula

/// What the command line asks of `alula decode`.
struct DecodeSettings {
  let input: ImageInput
  /// A path, "-" for standard output, or `nil`.
  let output: String?
  let options: DecodeOptions
  let isStraight: Bool
  let wantsPartial: Bool
  let isJSON: Bool
  let wantsAllFrames: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    var arguments = arguments
    isJSON = arguments.takeFlag("--json")
    wantsPartial = arguments.takeFlag("--partial")
    isStraight = arguments.takeFlag("--straight")
    wantsAllFrames = arguments.takeFlag("--all-frames")
    output = try arguments.takePath("--pixels")
    guard !(isJSON && output == "-") else {
      throw UsageError(message: "--json and --pixels - both need standard output.")
    }
    var options = DecodeOptions()
    options.convertsColor = !arguments.takeFlag("--no-color-management")
    options.target = try arguments.takeTarget()
    options.allowsPartial = wantsPartial
    if let count = try arguments.takeCount("--max-pixels") { options.budget.maximumPixels = count }
    if let count = try arguments.takeCount("--max-memory") { options.budget.maximumMemory = .megabytes(count) }
    self.options = options
    let names = try arguments.names()
    guard let name = names.first else { throw UsageError(message: "Name one file.") }
    guard names.count == 1 else {
      throw UsageError(message: "\"\(PictureAddress(names[1]).label)\" is one too many: decode takes one picture.")
    }
    if let output, output != "-" { try FetchOutput.refuse(output, amongInputs: [name]) }
    input = ImageInput(name: name)
  }
}
