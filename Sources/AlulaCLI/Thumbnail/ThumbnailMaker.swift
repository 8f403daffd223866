import Alula
import Foundation

/// Brings one picture from its name to its file.
struct ThumbnailMaker: Sendable {
  private let settings: ThumbnailSettings
  private let names: Locked<FileNameTable>

  init(settings: ThumbnailSettings) {
    self.settings = settings
    let directory = if case .directory(let path)? = settings.output { path } else { "" }
    let inputs = settings.names.compactMap { PictureAddress($0).filePath }
    names = Locked(FileNameTable(directory: directory, inputs: inputs))
  }

  /// The name to keep for a picture, in the order of the list. `nil` when the output is no directory.
  func reserveName(for name: String) -> FileName? {
    guard let output = settings.output, output.takesMany else { return nil }
    return names.withLock { $0.reserve(for: PictureAddress(name), format: settings.format?.imageFormat) }
  }

  func make(_ name: String, _ file: FileName?) async -> ThumbnailOutcome {
    let input = ImageInput(name: name)
    var outcome = ThumbnailOutcome(input)
    do throws(LoadError) {
      let data = try await input.read()
      let header = try ImageHeader.read(data)
      outcome = try await BlockingWork.run { [outcome] () throws(LoadError) in
        try make(data, header, file, outcome)
      }
    } catch { outcome.error = error }
    return outcome
  }

  private func make(
    _ data: Data, _ header: ImageHeader, _ file: FileName?, _ begun: ThumbnailOutcome
  ) throws(LoadError) -> ThumbnailOutcome {
    var outcome = begun
    let plan = settings.steps.plan(for: header.size, isDrawn: header.format == .svg)
    var options = DecodeOptions(target: plan.target)
    options.budget = settings.budget
    let bitmap = try DefaultImageDecoder().decode(data, options: options)
      .applying(plan.transforms, within: settings.budget)
    outcome.size = bitmap.size
    if settings.wantsBlurHash { outcome.blurHash = try BlurHash(encoding: bitmap).text }
    if settings.wantsThumbHash { outcome.thumbHash = try ThumbHash(encoding: bitmap).base64 }
    guard let output = settings.output else { return outcome }
    let format = settings.format(for: header.format, isOpaque: bitmap.isOpaque)
    let encoded = try ImageEncoder(format: format, quality: settings.quality).encode(bitmap)
    let path = path(output, file, format.imageFormat)
    if let path { try Output.file(encoded, at: path) } else { try Output.data(encoded) }
    (outcome.file, outcome.format, outcome.byteCount) = (path ?? "-", format.imageFormat, encoded.count)
    return outcome
  }

  /// `nil` for standard output.
  private func path(_ output: FetchOutput, _ name: FileName?, _ format: ImageFormat) -> String? {
    switch output {
    case .standardOutput: return nil
    case .file(let path): return path
    case .directory(let directory):
      guard let name else { return nil }
      return FetchOutput.path(directory, names.withLock { $0.settle(name, as: format) }.description)
    }
  }
}
