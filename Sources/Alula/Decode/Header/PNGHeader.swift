import Foundation

/// Walks the chunks of a PNG (W3C PNG third edition; APNG is part of it). Nothing is inflated here.
struct PNGHeader {
  private let bytes: ByteReader
  private var container: ContainerHeader
  private var declaresAnimation = false
  /// Whether an `eXIf` chunk was there: it says more than an old text.
  private var hasExif = false
  /// Whether an old text held an Exif block: others behind it are not decoded.
  private var hasRawProfile = false

  static func read(_ bytes: ByteReader) throws(LoadError) -> ContainerHeader {
    var reader = try PNGHeader(bytes: bytes)
    try reader.readChunks()
    if !reader.declaresAnimation { reader.container.header.durations = [] }
    return reader.container
  }

  private init(bytes: ByteReader) throws(LoadError) {
    self.bytes = bytes
    guard bytes.hasText("IHDR", at: 12), let width = bytes.big32(at: 16), let height = bytes.big32(at: 20),
      let depth = bytes[24], let colorType = bytes[25], bytes.count >= 33
    else { throw bytes.count < 33 ? ContainerHeader.truncated(.png) : ContainerHeader.damaged(.png, "no IHDR chunk.") }
    guard width > 0, height > 0, width <= Int32.max, height <= Int32.max else {
      throw ContainerHeader.damaged(.png, "its size is \(width)×\(height).")
    }
    container = ContainerHeader(format: .png, size: PixelSize(width: width, height: height))
    container.header.bitDepth = Int(depth)
    container.header.hasAlpha = colorType == 4 || colorType == 6
  }

  private mutating func readChunks() throws(LoadError) {
    var index = 33
    var pixels = false
    while let length = bytes.big32(at: index), let name = bytes.code(at: index + 4) {
      let body = bytes.slice(index + 8, length)
      switch name {
      case "tRNS": container.header.hasAlpha = true
      case "eXIf":
        hasExif = true
        container.header.orientation = ExifReader(body)?.orientation ?? .up
      case "tEXt" where !hasExif && !hasRawProfile: readText(body)
      case "acTL" where !pixels: readAnimation(body)
      case "fcTL": try readFrameControl(body)
      case "IDAT": pixels = true
      case "IEND": return
      default: break
      }
      guard length < bytes.count else { return }
      index += 12 + length
    }
  }

  private mutating func readText(_ body: ByteReader) {
    guard let exif = RawProfile.exif(body) else { return }
    hasRawProfile = true
    if let orientation = exif.withBytes({ ExifReader(ByteReader($0))?.orientation }) {
      container.header.orientation = orientation
    }
  }

  private mutating func readAnimation(_ body: ByteReader) {
    guard let frames = body.big32(at: 0), let plays = body.big32(at: 4), frames > 0 else { return }
    declaresAnimation = true
    // A claim only: nothing is sized by it. Durations grow with the fcTL chunks that are really there.
    container.header.frames = frames
    container.header.plays = plays
  }

  private mutating func readFrameControl(_ body: ByteReader) throws(LoadError) {
    guard let numerator = body.big16(at: 20), let denominator = body.big16(at: 22) else { return }
    guard container.header.durations.count < ContainerHeader.mostFrames else {
      throw ContainerHeader.overfull(.png, "frames")
    }
    let milliseconds = Double(numerator) * 1000 / Double(denominator == 0 ? 100 : denominator)
    container.header.durations.append(.milliseconds(Int(milliseconds.rounded())))
  }
}
