import Foundation

@testable import Alula

/// A way that bytes of strangers take through the package. `run` returns, or ends the process where a promise was broken.
enum FuzzPath: String, CaseIterable {
  case jpeg, png, webp, gif, avif, heic, jxl, tiff, bmp, ico, svg
  /// JPEG to a twelfth of its size or less.
  case jpegDC = "jpeg-dc"
  case header, sniff, icc, exif, geometry, blurhash, thumbhash

  func run(_ input: Data) {
    switch self {
    case .jpeg: DecodeTrial(input)?.runJPEG()
    case .webp, .gif, .avif, .heic, .jxl, .tiff, .bmp, .ico, .svg: DecodeTrial(input)?.run()
    case .jpegDC: DecodeTrial(input)?.runCoarse()
    case .png: DecodeTrial(input)?.runPNG()
    case .header: runHeader(input)
    case .sniff: runSniff(input)
    case .icc: ProfileTrial(input)?.run()
    case .exif: runExif(input)
    case .geometry: GeometryTrial(input)?.run()
    case .blurhash: runBlurHash(input)
    case .thumbhash: runThumbHash(input)
    }
  }

  private func runHeader(_ input: Data) {
    guard let header = try? ImageHeader.read(input) else { return }
    require(header.codedSize.width > 0 && header.codedSize.height > 0, "a header without pixels: \(header.codedSize)")
    require(header.frames > 0, "a header without frames")
    require(header.durations.count <= input.count, "more durations than bytes")
  }

  private func runSniff(_ input: Data) {
    let format = ImageFormat.detect(input)
    // Where a slice starts must not matter.
    let slice = (Data([0]) + input).dropFirst()
    require(ImageFormat.detect(slice) == format, "a slice has another format than its copy")
    _ = try? ImageFormat.checked(input)
    _ = DecoderRegistry.standard.format(of: input)
  }

  private func runBlurHash(_ input: Data) {
    guard let hash = try? BlurHash(String(decoding: input, as: UTF8.self)) else { return }
    let size = PixelSize(width: 17, height: 9)
    for punch in [1, 0, -3, .nan, .infinity, Double(input.count) * 1e7] {
      let bitmap = try? hash.bitmap(size: size, punch: punch)
      require(bitmap.map { $0.size == size } ?? true, "a placeholder of another size")
    }
    require((try? hash.bitmap(size: size)) != nil, "a hash without a picture")
  }

  private func runThumbHash(_ input: Data) {
    guard let hash = try? ThumbHash(input) else { return }
    require(hash.aspectRatio > 0 && hash.aspectRatio.isFinite, "a shape of \(hash.aspectRatio)")
    require((try? hash.bitmap()) != nil, "a hash without a picture")
    require((try? ThumbHash(base64: hash.base64)) == hash, "another hash by its text")
  }

  private func runExif(_ input: Data) {
    input.withUnsafeBytes { bytes in _ = ExifReader(ByteReader(bytes))?.orientation }
  }
}

/// Ends the process when a promise is broken; libFuzzer keeps the input.
func require(_ isKept: Bool, _ what: @autoclosure () -> String) {
  guard !isKept else { return }
  FileHandle.standardError.write(Data("broken promise: \(what())\n".utf8))
  abort()
}
