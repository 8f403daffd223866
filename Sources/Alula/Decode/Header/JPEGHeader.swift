import Foundation

/// Walks the marker segments of a JPEG up to its first scan (ITU-T T.81 annex B, Exif 2.3 for APP1, ICC.1 annex B.4 for
/// APP2). No entropy-coded byte is read.
struct JPEGHeader {
  private let bytes: ByteReader
  private var container: ContainerHeader?
  private var orientation: Orientation?
  private var profileParts: [Int: Data] = [:]
  private var profilePartCount = 0

  static func read(_ bytes: ByteReader) throws(LoadError) -> ContainerHeader {
    var reader = JPEGHeader(bytes: bytes)
    return try reader.read()
  }

  private init(bytes: ByteReader) { self.bytes = bytes }

  private mutating func read() throws(LoadError) -> ContainerHeader {
    var index = 2
    while let marker = bytes.nextMarker(&index) {
      // Markers without a length: TEM, RST, SOI. EOI and SOS end the header.
      if marker == 0x01 || (0xD0...0xD8).contains(marker) { continue }
      if marker == 0xD9 || marker == 0xDA { break }
      guard let length = bytes.big16(at: index), length >= 2 else { break }
      try readSegment(marker, bytes.slice(index + 2, length - 2))
      index += length
    }
    guard var container else {
      throw index >= bytes.count ? ContainerHeader.truncated(.jpeg) : ContainerHeader.damaged(.jpeg, "no frame header.")
    }
    container.header.orientation = orientation ?? .up
    container.profile = joinedProfile
    return container
  }

  private mutating func readSegment(_ marker: UInt8, _ segment: ByteReader) throws(LoadError) {
    switch marker {
    case 0xC0...0xCF where marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
      try readFrame(segment)
    case 0xE1 where segment.hasPrefix([0x45, 0x78, 0x69, 0x66, 0]):
      if orientation == nil { orientation = ExifReader(segment.slice(6, segment.count))?.orientation }
    case 0xE2 where segment.hasText("ICC_PROFILE\0", at: 0):
      guard let number = segment[12], let count = segment[13] else { return }
      profileParts[Int(number)] = segment.slice(14, segment.count).data
      profilePartCount = Int(count)
    default: break
    }
  }

  private mutating func readFrame(_ segment: ByteReader) throws(LoadError) {
    guard container == nil else { return }
    guard let depth = segment[0], let height = segment.big16(at: 1), let width = segment.big16(at: 3) else {
      throw ContainerHeader.truncated(.jpeg)
    }
    guard width > 0, height > 0 else { throw ContainerHeader.damaged(.jpeg, "a side of the picture is 0.") }
    container = ContainerHeader(format: .jpeg, size: PixelSize(width: width, height: height))
    container?.header.bitDepth = Int(depth)
  }

  /// The whole profile, or `nil` when a part is missing.
  private var joinedProfile: Data? {
    guard profilePartCount > 0 else { return nil }
    var joined = Data()
    for number in 1...profilePartCount {
      guard let part = profileParts[number] else { return nil }
      joined.append(part)
    }
    return joined
  }
}

extension ByteReader {
  /// A JPEG without the marker segment in which it ends too soon: half a table is worth less than none.
  var wholeSegments: UnsafeRawBufferPointer {
    var index = 2
    while let marker = nextMarker(&index), marker != 0xD9 {
      if marker == 0x01 || (0xD0...0xD8).contains(marker) { continue }
      guard let length = big16(at: index), index + length <= count else { return slice(0, index - 2).whole }
      index += length
    }
    return whole
  }

  /// The next marker code of a JPEG (ITU-T T.81 section B.1.1.2); what lies before it, fill bytes and entropy-coded data, is passed
  /// over as libjpeg does.
  func nextMarker(_ index: inout Int) -> UInt8? {
    while let found = firstIndex(of: 0xFF, from: index) {
      index = found + 1
      while self[index] == 0xFF { index += 1 }
      guard let code = self[index] else { return nil }
      index += 1
      if code != 0 { return code }
    }
    return nil
  }
}
