import Alula

/// What became of one picture.
struct ThumbnailOutcome: Sendable {
  /// The name for records: URLs without user, password and query.
  let publicName: String
  /// The same for people.
  let label: String
  /// Of what was made.
  var size: PixelSize?
  var format: ImageFormat?
  var byteCount: Int?
  /// Path of the file; "-" for standard output.
  var file: String?
  var blurHash: String?
  var thumbHash: String?
  var error: LoadError?

  init(_ input: ImageInput) { (publicName, label) = (input.publicName, input.label) }

  /// Says it on standard output and standard error.
  func tell(_ settings: ThumbnailSettings) {
    if error?.isCancelled == true { return }
    if settings.isJSON { Output.line(json) }
    if let error {
      return Output.error(PictureAddress.printable("alula: \(label): \(error.message)"))
    }
    guard !settings.isJSON else { return }
    if let file, file != "-" { Output.line(PictureAddress.printable(file)) }
    for (kind, text) in [("blurhash", blurHash), ("thumbhash", thumbHash)] {
      guard let text else { continue }
      let line = "\(label): \(kind) \(text)"
      if file == "-" { Output.error(line) } else { Output.line(line) }
    }
  }

  private var json: String {
    var object = JSONObject()
    object.add("name", publicName)
    object.add("status", error == nil ? "ok" : "error")
    if let error {
      object.add("error", error.message)
      object.add("code", ImageReport.name(of: error.code))
    }
    object.add("format", format?.name)
    object.add("width", size?.width)
    object.add("height", size?.height)
    object.add("bytes", byteCount)
    object.add("file", file)
    object.add("blurhash", blurHash)
    object.add("thumbhash", thumbHash)
    return object.line
  }
}
