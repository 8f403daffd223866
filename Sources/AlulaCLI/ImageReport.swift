import Alula
import Foundation

/// What the commands say of one picture, as JSON members or as a line for people.
struct ImageReport {
  /// The name for records: URLs without user, password and query.
  let publicName: String
  /// The same for people.
  let label: String
  var format: ImageFormat?
  var header: ImageHeader?
  /// Size of what was decoded, when it was.
  var output: PixelSize?
  /// Whether that is less than the whole, because the file ends too soon.
  var isPartial = false
  var error: LoadError?
  var byteCount: Int?

  init(_ input: ImageInput) { (publicName, label) = (input.publicName, input.label) }

  /// Members that every report has.
  var json: JSONObject {
    var object = JSONObject()
    object.add("status", error == nil ? "ok" : "error")
    if let error {
      object.add("error", error.message)
      object.add("code", Self.name(of: error.code))
    }
    object.add("format", format?.name)
    if let size = output ?? header?.size {
      object.add("width", size.width)
      object.add("height", size.height)
    }
    if let header {
      object.add("orientation", header.orientation.rawValue)
      object.add("frames", header.frames)
      object.add("plays", header.plays)
      object.add("durations_ms", header.durations.map(Self.milliseconds))
    }
    return object
  }

  private static func milliseconds(_ duration: Duration) -> Int {
    let parts = duration.components
    return Int(parts.seconds) * 1000 + Int(parts.attoseconds / 1_000_000_000_000_000)
  }

  /// The name of a code without what it carries: "notAnImage".
  static func name(of code: LoadError.Code) -> String {
    String(String(describing: code).prefix { $0 != "(" })
  }
}
