import Alula
import Foundation

/// `alula inspect`: what the headers of pictures say.
enum InspectCommand: Command {
  static let name = "inspect"
  static let summary = "What the headers of pictures say; nothing is decoded"
  static let help = """
    alula inspect FILE|URL… [--json]

    Says for each picture: format, upright size, orientation, frames, plays (0 is for ever), alpha, bit depth, colour
    profile and bytes. The format is found by the first bytes; names do not count. "-" is standard input;
    http, https, file and data URLs are loaded.

      --json   One JSON object a line.

    Exit status: 0 every header was read, 1 some was not, 64 wrong usage.
    """

  static func run(_ arguments: Arguments) async throws(UsageError) -> ExitStatus {
    var arguments = arguments
    let isJSON = arguments.takeFlag("--json")
    let names = try arguments.names()
    guard !names.isEmpty else { throw UsageError(message: "Name at least one file or URL.") }
    var status = ExitStatus.success
    for name in names {
      let report = await report(ImageInput(name: name))
      if report.error != nil { status = .someFailed }
      if isJSON { Output.line(json(report)) } else { printForPeople(report) }
    }
    return status
  }

  private static func report(_ input: ImageInput) async -> ImageReport {
    var report = ImageReport(input)
    do throws(LoadError) {
      let data = try await input.read()
      report.byteCount = data.count
      report.format = ImageFormat.detect(data)
      report.header = try ImageHeader.read(data)
    } catch {
      report.error = error
    }
    return report
  }

  private static func json(_ report: ImageReport) -> String {
    var object = report.json
    if let header = report.header {
      object.add("alpha", header.hasAlpha)
      object.add("bit_depth", header.bitDepth)
      object.add("color_profile", header.colorProfile)
    }
    if let bytes = report.byteCount { object.add("bytes", bytes) }
    object.add("name", report.publicName)
    return object.line
  }

  private static func printForPeople(_ report: ImageReport) {
    guard let header = report.header, report.error == nil else {
      Output.error("alula: \(report.label): \(report.error?.message ?? "no header")")
      return
    }
    var parts = [header.format.name, "\(header.size)", "\(header.bitDepth) bit"]
    if header.orientation != .up { parts.append("orientation \(header.orientation.rawValue)") }
    if header.frames > 1 {
      parts.append("\(header.frames) frames, \(header.plays == 0 ? "for ever" : "\(header.plays)×")")
    }
    if header.hasAlpha { parts.append("alpha") }
    if let profile = header.colorProfile { parts.append("profile \"\(profile)\"") }
    parts.append("\(ByteCount(report.byteCount ?? 0))")
    Output.line("\(report.label): \(parts.joined(separator: ", "))")
  }
}
