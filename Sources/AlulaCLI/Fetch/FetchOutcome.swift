import Alula
import Foundation

/// What became of one picture.
struct FetchOutcome: Sendable {
  let picture: PictureAddress
  /// Its place in the list, from 1.
  let number: Int
  var source: ImageResponse.Source?
  /// What the cache decided; `nil` for files and data.
  var report: CacheReport?
  /// What was answered stale and is validated behind.
  var refreshing: ImageRequest?
  /// Format, size in pixels and bytes of what was written.
  var format: ImageFormat?
  var size: PixelSize?
  var byteCount: Int?
  /// Path of the file; "-" for standard output.
  var file: String?
  var duration = Duration.zero
  var error: LoadError?
  /// What the person can do about the error.
  var hint: String?

  init(_ picture: PictureAddress, number: Int) { (self.picture, self.number) = (picture, number) }

  var json: String {
    var object = JSONObject()
    object.add("number", number)
    object.add("url", picture.publicText)
    object.add("status", error == nil ? "ok" : "error")
    object.add("error", error?.message)
    if let error { object.add("code", ImageReport.name(of: error.code)) }
    object.add("source", source?.rawValue)
    object.add("cache", report?.decision.rawValue)
    object.add("cache_reason", report?.reason)
    object.add("format", format?.name)
    object.add("width", size?.width)
    object.add("height", size?.height)
    object.add("bytes", byteCount)
    object.add("file", file)
    object.add("ms", Int(duration / .milliseconds(1)))
    return object.line
  }

  /// Where the picture came from, and what the cache decided and why, as one line for people. Of a failure what the cache decided before.
  var verboseLine: String? {
    let place = error == nil ? source.map { "from \($0.rawValue)" } : report.map { _ in "no picture" }
    guard let place else { return nil }
    // What is to be done about it, in the words of this command.
    let option = report?.reason.hasSuffix(CacheReport.wantsPartition) == true ? " (--partition)" : ""
    return PictureAddress.printable("alula: \(picture.label): \(place)\(report.map { "; \($0)" } ?? "")\(option)")
  }

  /// The error as one line for people; says where a redirect led when that is not where it began.
  var errorLine: String? {
    guard let error else { return nil }
    let isElsewhere = source != .file && picture.filePath == nil && error.url != nil && error.url != picture.label
    let place = isElsewhere ? error.url.map { " (\($0))" } ?? "" : ""
    return PictureAddress.printable("alula: \(picture.label): \(error.message)\(place)\(hint.map { " \($0)" } ?? "")")
  }
}
