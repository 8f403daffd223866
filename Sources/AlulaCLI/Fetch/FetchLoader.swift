import Alula
import Foundation

/// Brings one picture from its URL to its file.
struct FetchLoader: Sendable {
  let settings: FetchSettings
  let pipeline: ImagePipeline
  let names: Locked<FileNameTable>
  /// Bounds how many pictures are held as pixels.
  let pixelPlaces = Turnstile(width: ProcessInfo.processInfo.activeProcessorCount)

  /// The name to keep for `picture`, in the order of the list. `nil` when the output is one file.
  func reserveName(for picture: PictureAddress) -> FileName? {
    guard settings.output.takesMany else { return nil }
    return names.withLock { $0.reserve(for: picture, format: settings.format?.imageFormat) }
  }

  func load(_ picture: PictureAddress, number: Int, name: FileName?) async -> FetchOutcome {
    var outcome = FetchOutcome(picture, number: number)
    let start = ContinuousClock.now
    do throws(LoadError) {
      try picture.checkFile()
      var request = try picture.request()
      request.headers = settings.headers
      request.cachePolicy = settings.cache.policy
      request.partition = settings.cache.partition
      let response = try await pipeline.data(for: request)
      outcome.source = response.source
      outcome.report = response.cacheReport
      outcome.refreshing = response.isDueForRefresh ? request : nil
      let encoding = try settings.encoding(for: response.format)
      let file =
        if let encoding { try await encoded(response, as: encoding) } else { try original(response) }
      try await write(file, name, &outcome)
    } catch {
      outcome.error = error
      outcome.report = outcome.report ?? error.cacheReport
      outcome.hint = hint(for: error, picture)
    }
    outcome.duration = ContinuousClock.now - start
    return outcome
  }

  private func hint(for error: LoadError, _ picture: PictureAddress) -> String? {
    if error.code == .status(401), picture.hasUser {
      return "A user and a password in a URL are not sent; use --header 'Authorization: …'."
    }
    if error.cacheReport?.reason == CacheReport.wantsPartition { return "Name one with --partition." }
    guard case .status = error.code, error.cacheReport?.decision == .fresh else { return nil }
    return settings.cache.policy == .onlyCached ? nil : "--reload asks the server."
  }

  /// Waits for what goes on behind a stale picture: the tool ends after its last one, and the next run should find the new one.
  func finishRefresh(_ outcome: FetchOutcome) async {
    guard let request = outcome.refreshing else { return }
    await pipeline.finishRefresh(of: request)
  }

  /// The bytes as they came, once the header has shown that they are a picture of an allowed size.
  private func original(_ response: DataResponse) throws(LoadError) -> EncodedFile {
    let header = try ImageHeader.read(response.data)
    guard let count = header.size.pixelCount, count <= settings.budget.maximumPixels else {
      throw LoadError(.tooManyPixels, "The picture claims \(header.size) pixels, more than --max-pixels allows.")
    }
    return EncodedFile(data: response.data, format: response.format, size: header.size)
  }

  /// The picture written anew, at the size that is asked for or its own.
  private func encoded(
    _ response: DataResponse, as format: ImageEncoder.Format
  ) async throws(LoadError) -> EncodedFile {
    try await pixelPlaces.pass { () async throws(LoadError) in
      let request = ImageRequest(data: response.data, target: settings.target)
      let bitmap = try await pipeline.image(for: request).image
      let encoder = settings.encoder(format)
      let data = try await BlockingWork.run { () throws(LoadError) in try encoder.encode(bitmap) }
      return EncodedFile(data: data, format: format.imageFormat, size: bitmap.size)
    }
  }

  private func write(_ file: EncodedFile, _ name: FileName?, _ outcome: inout FetchOutcome) async throws(LoadError) {
    guard !Task.isCancelled else { throw LoadError(.cancelled, "The load was cancelled.") }
    let path = path(for: file, name)
    try await BlockingWork.run { () throws(LoadError) in
      if let path { try Output.file(file.data, at: path) } else { try Output.data(file.data) }
    }
    (outcome.format, outcome.size, outcome.byteCount) = (file.format, file.size, file.data.count)
    outcome.file = path ?? "-"
  }

  /// `nil` for standard output.
  private func path(for file: EncodedFile, _ name: FileName?) -> String? {
    switch settings.output {
    case .standardOutput: return nil
    case .file(let path): return path
    case .directory(let directory):
      guard let name else { return nil }
      return FetchOutput.path(directory, names.withLock { $0.settle(name, as: file.format) }.description)
    }
  }
}

/// What is about to be written.
private struct EncodedFile: Sendable {
  let data: Data
  let format: ImageFormat
  let size: PixelSize
}
