import Alula

/// What the command line asks of `alula decode`.
struct DecodeSettings {
  let input: ImageInput
  let output: String?
  let options: DecodeOptions
  let isStraight: Bool
  let isJSON: Bool
  let wantsAllFrames: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    var arguments = arguments
    isJSON = arguments.takeFlag("--json")
    isStraight = arguments.takeFlag("--straight")
    wantsAllFrames = arguments.takeFlag("--all-frames")
    output = try arguments.takeValue("--pixels")
    var options = DecodeOptions()
    options.convertsColor = !arguments.takeFlag("--no-color-management")
    let fit = try arguments.takeValue("--fit")
    let fill = try arguments.takeValue("--fill")
    guard fit == nil || fill == nil else { throw UsageError(message: "--fit and --fill exclude each other.") }
    if let fit { options.target = try Self.size(fit, .fit) }
    if let fill { options.target = try Self.size(fill, .fill) }
    if let text = try arguments.takeValue("--max-pixels") {
      options.budget.maximumPixels = try Self.count(text, "--max-pixels")
    }
    if let text = try arguments.takeValue("--max-memory") {
      options.budget.maximumMemory = .megabytes(try Self.count(text, "--max-memory"))
    }
    self.options = options
    let names = try arguments.names()
    guard let name = names.first, names.count == 1 else { throw UsageError(message: "Name one file.") }
    input = ImageInput(name: name)
  }

  private static func size(_ text: String, _ mode: TargetSize.Mode) throws(UsageError) -> TargetSize {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).compactMap { Double(String($0)) }
    guard sides.count == 2, text.split(separator: "x", omittingEmptySubsequences: false).count == 2 else {
      throw UsageError(message: "\"\(text)\" is no size like 300x200.")
    }
    return .pixels(sides[0], sides[1], mode: mode)
  }

  private static func count(_ text: String, _ option: String) throws(UsageError) -> Int {
    guard let count = Int(text), count > 0 else { throw UsageError(message: "\(option) needs a number above zero.") }
    return count
  }
}
