import Foundation

@testable import Alula

/// Decodes one input, and looks at whether what came out is what was promised.
struct DecodeTrial {
  private let given: FuzzOptions
  private let data: Data

  init?(_ input: Data) {
    guard let given = FuzzOptions(input) else { return nil }
    self.given = given
    data = Data(input.dropFirst(FuzzOptions.length))
  }

  /// Any format, by the first bytes.
  func run() { run(data, given.options) }

  private func run(_ data: Data, _ options: DecodeOptions) {
    let first = decode(data, options)
    // libde265 does not write the parts of a picture that are missing in damaged data, and says nothing of them.
    if ![.heic, .heif].contains(ImageFormat.detect(data)) {
      require(Self.areSame(first, decode(data, options)), "two decodes differ")
      checkPartial(first, data, options)
    }
    guard case .success(let bitmap) = first else { return }
    checkSize(of: bitmap, data, options)
    checkColors(of: bitmap)
  }

  /// What is whole is the same where a part would do.
  private func checkPartial(_ result: Result<Bitmap, LoadError>, _ data: Data, _ options: DecodeOptions) {
    guard options.allowsPartial else { return }
    var options = options
    options.allowsPartial = false
    let whole = decode(data, options)
    guard case .success = whole else { return }
    require(Self.areSame(result, whole), "a whole picture differs where a part would do")
  }

  /// JPEG at a twelfth or less. What that gives, libjpeg must give too, or say what is wrong where both fail.
  func runCoarse() {
    var options = given.options
    guard let size = (try? ImageHeader.read(data))?.size else { return }
    let divisor = Double(12 + given.numbers.0 % 40)
    options.target = .pixels(
      max(1, (Double(size.width) / divisor).rounded(.down)), max(1, (Double(size.height) / divisor).rounded(.down)),
      mode: options.target?.mode ?? .fit)
    run(data, options)
    // Codecs are asked for a part only of what was refused as a whole.
    options.allowsPartial = false
    guard case .success = decode(data, options), ImageFormat.detect(data) == .jpeg else { return }
    // The budget of libjpeg's way may be larger; nothing else may differ.
    options.budget.maximumMemory = .megabytes(512)
    let job = DecodeJob(data: data, options: options)
    do throws(LoadError) {
      _ = try JPEGDecoder.decode(job, coarse: { (_, _, _) throws(LoadError) in nil })
    } catch { require(false, "libjpeg says: \(error.message)") }
  }

  /// JPEG with its codes read by our own code and by libjpeg's.
  func runJPEG() {
    run(data, given.options)
    guard ImageFormat.detect(data) == .jpeg else { return }
    let job = DecodeJob(data: data, options: given.options, keepsStraightAlpha: given.isStraight)
    let results = [true, false].map { readsCodes in
      Result { () throws(LoadError) in try JPEGDecoder.decode(job, readsCodes: readsCodes) }
    }
    require(Self.areSame(results[0], results[1]), "the two readers of codes differ")
  }

  /// PNG by both readers of rows.
  func runPNG() {
    let file = given.mendsChecksums ? PNGMending.mended(data) : data
    run(file, given.options)
    guard ImageFormat.detect(file) == .png else { return }
    let job = DecodeJob(data: file, options: given.options, keepsStraightAlpha: given.isStraight)
    guard let streamed = try? PNGDecoder.decode(job, by: .stream) else { return }
    guard let read = try? PNGDecoder.decode(job, by: .libpng) else { return }
    require(Self.areSame(.success(streamed), .success(read)), "the two readers differ")
  }

  private func decode(_ data: Data, _ options: DecodeOptions) -> Result<Bitmap, LoadError> {
    let decoder = DefaultImageDecoder()
    do throws(LoadError) {
      return .success(
        given.isStraight
          ? try decoder.decodeStraight(data, options: options) : try decoder.decode(data, options: options))
    } catch { return .failure(error) }
  }

  private static func areSame(_ first: Result<Bitmap, LoadError>, _ second: Result<Bitmap, LoadError>) -> Bool {
    switch (first, second) {
    case (.success(let first), .success(let second)):
      first.size == second.size
        && first.withUnsafeBytes { first in second.withUnsafeBytes { first.elementsEqual($0) } }
    case (.failure(let first), .failure(let second)): first.code == second.code
    default: false
    }
  }

  private func checkSize(of bitmap: Bitmap, _ data: Data, _ options: DecodeOptions) {
    guard let header = try? ImageHeader.read(data) else { return require(false, "pixels without a header") }
    // A drawing has the size that it is asked for, and an icon the one that suits.
    guard ![.svg, .ico, .cur].contains(header.format) else { return }
    let geometry = try? DecodeGeometry(
      codedSize: header.codedSize, orientation: header.orientation, target: options.target)
    require(bitmap.size == geometry?.outputSize, "\(bitmap.size) came, \(String(describing: geometry)) was said")
  }

  private func checkColors(of bitmap: Bitmap) {
    bitmap.withUnsafeBytes { bytes in
      for index in stride(from: 0, to: bytes.count, by: 4) {
        let (red, green, blue, alpha) = (bytes[index], bytes[index + 1], bytes[index + 2], bytes[index + 3])
        if given.isStraight {
          require(alpha > 0 || red | green | blue == 0, "a colour where nothing is seen")
        } else {
          require(max(red, green, blue) <= alpha, "a colour above its alpha: \((red, green, blue, alpha))")
        }
      }
    }
  }
}
