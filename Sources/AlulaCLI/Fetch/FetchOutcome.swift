import Alula
import Foundation

/// What became of one picture.
struct FetchOutcome: Sendable {
  let picture: PictureAddress
  var source: ImageResponse.Source?
  /// Format, size in pixels and bytes of what was written.
  var format: ImageFormat?
  var size: PixelSize?
  var byteCount: Int?
  /// Path of the file; "-" for standard output.
  var file: String?
  var duration = Duration.zero
  var error: LoadError?

  init(_ picture: PictureAddress) { self.picture = picture }

  var json: String {
    var object = JSONObject()
    object.add("url", picture.text)
    object.add("status", error == nil ? "ok" : "error")
    object.add("error", error?.message)
    if let error { object.add("code", ImageReport.name(of: error.code)) }
    object.add("source", source?.rawValue)
    object.add("format", format?.name)
    object.add("width", size?.width)
    object.add("height", size?.height)
    object.add("bytes", byteCount)
    object.add("file", file)
    object.add("ms", Int(duration / .milliseconds(1)))
    return object.line
  }

  /// The error as one line for people; says where a redirect led when that is not where it began.
  var errorLine: String? {
    guard let error else { return nil }
    let isElsewhere = source != .file && picture.filePath == nil && error.url != nil && error.url != picture.label
    let place = isElsewhere ? error.url.map { " (\($0))" } ?? "" : ""
    return PictureAddress.printable("alula: \(picture.label): \(error.message)\(place)")
  }
}
