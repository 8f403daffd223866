import Foundation

/// Walks the RIFF chunks of a WebP (RFC 9649). Of the bitstreams only the few bytes with the size are read.
struct WebPHeader {
  private let bytes: ByteReader
  private var container: ContainerHeader?
  private var isAnimated = false

  static func read(_ bytes: ByteReader) throws(LoadError) -> ContainerHeader {
    var reader = WebPHeader(bytes: bytes)
    try reader.readChunks()
    guard let container = reader.container else {
      throw bytes.count < 30 ? ContainerHeader.truncated(.webp) : ContainerHeader.damaged(.webp, "no picture in it.")
    }
    return container
  }

  private init(bytes: ByteReader) { self.bytes = bytes }

  private mutating func readChunks() throws(LoadError) {
    var index = 12
    var (chunks, frames) = (0, 0)
    while let name = bytes.code(at: index), let length = bytes.little32(at: index + 4) {
      // libwebp goes through all of them anew for each slice of the file, and libwebpdemux keeps a record of each.
      chunks += 1
      guard chunks <= ContainerHeader.mostFrames else { throw ContainerHeader.overfull(.webp, "chunks") }
      let body = bytes.slice(index + 8, length)
      switch name {
      case "VP8X": readExtended(body)
      case "VP8 ": readLossy(body)
      case "VP8L": readLossless(body)
      case "ANIM": container?.header.plays = body.little16(at: 4) ?? 1
      case "ANMF":
        guard let duration = body.little24(at: 12) else { break }
        frames += 1
        container?.header.durations.append(.milliseconds(duration))
      case "ICCP": container?.profile = body.data
      case "EXIF": container?.header.orientation = ExifReader(body)?.orientation ?? .up
      default: break
      }
      guard length < bytes.count else { break }
      index += 8 + length + length & 1
    }
    if isAnimated { container?.header.frames = max(1, frames) }
    if !isAnimated { container?.header.durations = [] }
  }

  private mutating func readExtended(_ body: ByteReader) {
    guard container == nil, let flags = body[0], let width = body.little24(at: 4), let height = body.little24(at: 7)
    else { return }
    container = ContainerHeader(format: .webp, size: PixelSize(width: width + 1, height: height + 1))
    container?.header.hasAlpha = flags & 0x10 != 0
    isAnimated = flags & 0x02 != 0
  }

  /// RFC 6386 section 9.1: three bytes of frame tag, the start code, two sizes of 14 bits.
  private mutating func readLossy(_ body: ByteReader) {
    guard container == nil, body.slice(3, 3).hasPrefix([0x9D, 0x01, 0x2A]), let width = body.little16(at: 6),
      let height = body.little16(at: 8)
    else { return }
    set(width & 0x3FFF, height & 0x3FFF)
  }

  /// RFC 9649 section 3.4: signature, two sizes of 14 bits less one, the alpha bit.
  private mutating func readLossless(_ body: ByteReader) {
    guard container == nil, body[0] == 0x2F, let bits = body.little32(at: 1) else { return }
    set((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    container?.header.hasAlpha = bits >> 28 & 1 == 1
  }

  private mutating func set(_ width: Int, _ height: Int) {
    guard width > 0, height > 0 else { return }
    container = ContainerHeader(format: .webp, size: PixelSize(width: width, height: height))
  }
}
