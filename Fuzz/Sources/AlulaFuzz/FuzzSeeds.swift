import AlulaTesting
import Foundation

@testable import Alula

/// What a path starts from: pictures made in code, and small files of the shared corpus where there is one.
struct FuzzSeeds {
  let path: FuzzPath

  /// Files of the corpus that are larger make each run slow.
  private static let largestFile = 12_000

  func write(to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (number, seed) in seeds().enumerated() {
      try Data(seed).write(to: folder.appending(path: "seed-\(number)"))
    }
  }

  private func seeds() -> [[UInt8]] {
    switch path {
    case .geometry: return [1, 50, 255].map { [UInt8](repeating: $0, count: 200) }
    case .blurhash:
      return ["LEHV6nWB2yk8pyo0adR*.7kCMdnj", "00OZZy", "L00000fQfQfQfQfQfQfQfQfQfQfQ"].map { Array($0.utf8) }
    case .thumbhash:
      return ["1QcSHQRnh493V4dIh4eXh1h4kJUI", "3PcNNYSFeXh/d3eld0iHZoZgVwh2"].map {
        Array(Data(base64Encoded: $0) ?? Data())
      }
    case .exif: return files(endingIn: ["jpg", "tif", "tiff"]).map { exif(in: $0) }.filter { !$0.isEmpty }
    case .icc: return files(endingIn: ["icc", "icm", "jpg", "png", "webp"]).compactMap(profile)
    case .header, .sniff: return samples + files(endingIn: nil).prefix(400)
    default:
      let own = (samples + files(endingIn: path.fileEndings)).filter { path.reads(ImageFormat.detect(Data($0))) }
      return own.prefix(300).flatMap { file in
        [FuzzOptions.bytes(flags: 64), FuzzOptions.bytes(flags: 128 + 65, width: 20, height: 9)].map { $0 + file }
      }
    }
  }

  private var samples: [[UInt8]] {
    [
      SampleImages.jpeg, SampleImages.webp, SampleImages.losslessWebP, SampleImages.png(width: 19, height: 7),
      SampleImages.gif(width: 13, height: 9), SampleImages.gif(width: 4, height: 4, frames: 3),
      SampleImages.pngBomb(), SampleImages.htmlErrorPage,
    ]
  }

  private func files(endingIn endings: [String]?) -> [[UInt8]] {
    guard let corpus = ProcessInfo.processInfo.environment["ALULA_FUZZ_CORPUS"],
      let list = FileManager.default.enumerator(
        at: URL(filePath: corpus), includingPropertiesForKeys: [.fileSizeKey, .isRegularFileKey])
    else { return [] }
    var files: [(name: String, bytes: [UInt8])] = []
    for case let file as URL in list {
      guard endings?.contains(file.pathExtension.lowercased()) ?? true,
        let values = try? file.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey]),
        values.isRegularFile == true, let size = values.fileSize, size > 0, size <= Self.largestFile,
        let data = try? Data(contentsOf: file)
      else { continue }
      files.append((file.path, [UInt8](data)))
    }
    return files.sorted { $0.name < $1.name }.map(\.bytes)
  }

  private func exif(in file: [UInt8]) -> [UInt8] {
    guard let start = Data(file).range(of: Data("Exif\0\0".utf8)) else { return [] }
    return [UInt8](file[start.lowerBound...].prefix(400))
  }

  private func profile(in file: [UInt8]) -> [UInt8]? {
    let data = Data(file)
    guard let format = ImageFormat.detect(data) else { return file.count > 128 ? file : nil }
    if format == .png { return PNGDecoder.profile(of: data).map { [UInt8]($0) } }
    guard format == .jpeg || format == .webp else { return nil }
    return (try? ContainerHeader.read(data, format: format))?.profile.map { [UInt8]($0) }
  }
}

extension FuzzPath {
  /// The endings of file names in which such pictures are looked for.
  fileprivate var fileEndings: [String] {
    switch self {
    case .jpeg, .jpegDC: ["jpg", "jpeg"]
    case .heic: ["heic", "heif"]
    case .tiff: ["tif", "tiff"]
    case .ico: ["ico", "cur"]
    case .avif: ["avif", "avifs"]
    default: [rawValue]
    }
  }

  fileprivate func reads(_ format: ImageFormat?) -> Bool {
    switch self {
    case .jpegDC: format == .jpeg
    case .heic: format == .heic || format == .heif
    case .ico: format == .ico || format == .cur
    default: format?.name == rawValue
    }
  }
}
