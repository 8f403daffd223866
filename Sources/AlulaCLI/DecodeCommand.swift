import Alula
import Foundation

/// `alula decode`: the pixels of one picture.
enum DecodeCommand: Command {
  static let name = "decode"
  static let summary = "The pixels of one picture, whole or at a size"
  static let help = """
    alula decode FILE|URL [--fit WxH | --fill WxH] [--pixels OUT] [OPTION…]

    Decodes the first frame, upright, and writes it as rows of RGBA bytes, premultiplied, sRGB. "-" is standard input.
    For a file that viewers open: alula thumbnail FILE -o picture.png

      --fit WxH               Decode to fit into W × H pixels. Never enlarges, but draws SVG at that size.
      --fill WxH              Decode to cover W × H pixels; what is outside is cut off.
      --pixels OUT            Write the pixels to the file OUT, whole or not at all; "-" is standard output.
      --straight              Straight alpha instead of premultiplied; pixels with alpha 0 are 0, 0, 0, 0.
      --no-color-management   Leave colours as stored; do not convert embedded profiles to sRGB.
      --partial               Show what there is of a JPEG, PNG, WebP or GIF that ends too soon; the rest is transparent. Says "is_partial".
      --all-frames            Accepted for animations; this build decodes the first frame and says "frames_decoded":1.
      --max-pixels N          Refuse headers that claim more pixels. Default \(DecodeBudget().maximumPixels).
      --max-memory MB         Refuse pictures whose decoding needs more. Default \(DecodeBudget().maximumMemory.bytes / 1_000_000).
      --json                  Say the result as one line of JSON. Not with --pixels -, since both need standard output.

    Exit status: 0 decoded, 1 not decoded, 64 wrong usage.
    """

  static func run(_ arguments: Arguments) async throws(UsageError) -> ExitStatus {
    let settings = try DecodeSettings(arguments)
    var report = ImageReport(settings.input)
    do throws(LoadError) {
      let data = try await settings.input.read()
      report.format = ImageFormat.detect(data)
      report.header = try ImageHeader.read(data)
      let decoder = DefaultImageDecoder()
      let bitmap =
        settings.isStraight
        ? try decoder.decodeStraight(data, options: settings.options)
        : try decoder.decode(data, options: settings.options)
      (report.output, report.isPartial) = (bitmap.size, bitmap.isPartial)
      try write(bitmap, to: settings.output)
    } catch {
      report.error = error
    }
    if Output.isPipeClosed { return .pipeClosed }
    finish(report, settings)
    return report.error == nil ? .success : .someFailed
  }

  private static func write(_ bitmap: Bitmap, to path: String?) throws(LoadError) {
    guard let path else { return }
    let pixels = bitmap.withUnsafeBytes { Data($0) }
    if path == "-" { try Output.data(pixels) } else { try Output.file(pixels, at: path) }
  }

  private static func finish(_ report: ImageReport, _ settings: DecodeSettings) {
    if settings.isJSON {
      var object = report.json
      if report.error == nil { object.add("frames_decoded", 1) }
      if report.error == nil, settings.wantsPartial { object.add("is_partial", report.isPartial) }
      Output.line(object.line)
    } else if let error = report.error {
      Output.error("alula: \(report.label): \(error.message)")
    } else if let output = report.output, let header = report.header {
      let line =
        "\(report.label): \(header.format.name), \(header.size) decoded to \(output)"
        + (report.isPartial ? ", partial: the file ends too soon" : "")
      if settings.output == "-" { Output.error(line) } else { Output.line(line) }
      if settings.wantsAllFrames, header.frames > 1 {
        Output.error("alula: \(report.label): 1 of \(header.frames) frames was decoded.")
      }
    }
  }
}
