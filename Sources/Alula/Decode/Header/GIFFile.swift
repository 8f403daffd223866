/// The blocks of a GIF (GIF89a specification), found without decoding. Reads as far as the data go: a missing trailer or
/// a cut frame ends the list.
struct GIFFile {
  /// One image block and the graphic control extension before it.
  struct Frame {
    var left = 0
    var top = 0
    var width = 0
    var height = 0
    var isInterlaced = false
    /// Where the colour table is, and how many colours it has; `nil` when there is none at all.
    var palette: Palette?
    var transparentIndex: UInt8?
    /// In hundredths of a second, as stored.
    var delay = 0
    var disposal = 0
    /// Index of the LZW minimum code size byte.
    var dataIndex = 0
    /// Where the next block begins, when this one is whole.
    var end = 0
    /// Whether the block after the descriptor ends with its terminator.
    var isWhole = true
  }

  struct Palette {
    let index: Int
    let count: Int
  }

  private(set) var canvas: PixelSize
  private(set) var frames: [Frame] = []
  /// The loop count of the NETSCAPE block; `nil` when there is none.
  private(set) var loopCount: Int?
  private(set) var hasTrailer = false
  private(set) var hasDelay = false

  private let bytes: ByteReader
  private var index: Int
  private let globalPalette: Palette?
  private var pending = Frame()

  /// Reads up to `limit` frames.
  init(_ bytes: ByteReader, limit: Int) throws(LoadError) {
    self.bytes = bytes
    guard let width = bytes.little16(at: 6), let height = bytes.little16(at: 8), let flags = bytes[10],
      bytes.count >= 13
    else { throw ContainerHeader.truncated(.gif) }
    canvas = PixelSize(width: width, height: height)
    let colors = flags & 0x80 != 0 ? 2 << Int(flags & 7) : 0
    globalPalette = colors > 0 ? Palette(index: 13, count: colors) : nil
    index = 13 + colors * 3
    while frames.count < limit, readBlock() {}
    guard let first = frames.first else {
      throw hasTrailer ? ContainerHeader.damaged(.gif, "no picture in it.") : ContainerHeader.truncated(.gif)
    }
    // Browsers take the first frame's size for a canvas without one.
    if canvas.width == 0 || canvas.height == 0 { canvas = PixelSize(width: first.width, height: first.height) }
    guard canvas.width > 0, canvas.height > 0 else { throw ContainerHeader.damaged(.gif, "a side of it is 0.") }
  }

  /// Reads one block; `false` at the end.
  private mutating func readBlock() -> Bool {
    switch bytes[index] {
    case 0x21:
      return readExtension()
    case 0x2C:
      return readImage()
    case 0x3B:
      hasTrailer = true
      return false
    case 0:
      // Stray terminators are met between blocks.
      index += 1
      return true
    default:
      return false
    }
  }

  private mutating func readExtension() -> Bool {
    guard let label = bytes[index + 1], let length = bytes[index + 2] else { return false }
    let body = bytes.slice(index + 3, Int(length))
    if label == 0xF9, let flags = body[0], let delay = body.little16(at: 1), let transparent = body[3] {
      pending.delay = delay
      pending.disposal = Int(flags >> 2 & 7)
      pending.transparentIndex = flags & 1 == 1 ? transparent : nil
      hasDelay = true
    }
    if label == 0xFF, length == 11, body.hasText("NETSCAPE2.0", at: 0) || body.hasText("ANIMEXTS1.0", at: 0) {
      readLoop(at: index + 3 + 11)
    }
    index += 2
    return skipSubBlocks()
  }

  private mutating func readLoop(at start: Int) {
    guard let length = bytes[start], length >= 3, let kind = bytes[start + 1], kind & 7 == 1,
      let count = bytes.little16(at: start + 2), loopCount == nil
    else { return }
    loopCount = count
  }

  private mutating func readImage() -> Bool {
    guard let left = bytes.little16(at: index + 1), let top = bytes.little16(at: index + 3),
      let width = bytes.little16(at: index + 5), let height = bytes.little16(at: index + 7),
      let flags = bytes[index + 9]
    else { return false }
    var frame = pending
    pending = Frame()
    (frame.left, frame.top, frame.width, frame.height) = (left, top, width, height)
    frame.isInterlaced = flags & 0x40 != 0
    let colors = flags & 0x80 != 0 ? 2 << Int(flags & 7) : 0
    frame.palette = colors > 0 ? Palette(index: index + 10, count: colors) : globalPalette
    frame.dataIndex = index + 10 + colors * 3
    guard bytes[frame.dataIndex] != nil else { return false }
    index = frame.dataIndex + 1
    frame.isWhole = skipSubBlocks()
    frame.end = index
    frames.append(frame)
    return frame.isWhole
  }

  /// Passes over data sub-blocks; `false` when the data end before the terminator.
  private mutating func skipSubBlocks() -> Bool {
    while let length = bytes[index] {
      index += 1 + Int(length)
      if length == 0 { return true }
    }
    return false
  }
}
