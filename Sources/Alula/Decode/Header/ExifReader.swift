/// Reads the orientation from an Exif block: a TIFF header and its first IFD (Exif 2.3 section 4.5, TIFF 6.0 section 2).
/// Only that one tag is looked at; every offset is checked.
struct ExifReader {
  private static let orientationTag = 0x0112
  private let bytes: ByteReader
  private let isLittle: Bool

  /// `bytes` begin with the TIFF header, or with "Exif\0\0" before it. `nil` when there is none.
  init?(_ bytes: ByteReader) {
    let tiff = bytes.hasPrefix([0x45, 0x78, 0x69, 0x66, 0, 0]) ? bytes.slice(6, bytes.count) : bytes
    if tiff.hasPrefix([0x49, 0x49, 0x2A, 0]) {
      isLittle = true
    } else if tiff.hasPrefix([0x4D, 0x4D, 0, 0x2A]) {
      isLittle = false
    } else {
      return nil
    }
    self.bytes = tiff
  }

  /// The orientation, or `nil` when the tag is missing, not readable or out of range.
  var orientation: Orientation? {
    guard let directory = number32(at: 4), directory >= 8, directory < bytes.count, let count = number16(at: directory)
    else { return nil }
    for index in 0..<count {
      let entry = directory + 2 + index * 12
      guard let tag = number16(at: entry) else { return nil }
      guard tag == Self.orientationTag else { continue }
      return value(of: entry).flatMap(Orientation.init(rawValue:))
    }
    return nil
  }

  /// SHORT as the standard says; BYTE and LONG are met too.
  private func value(of entry: Int) -> Int? {
    guard let count = number32(at: entry + 4), count >= 1 else { return nil }
    switch number16(at: entry + 2) {
    case 1: return bytes[entry + 8].map(Int.init)
    case 3: return number16(at: entry + 8)
    case 4: return number32(at: entry + 8)
    default: return nil
    }
  }

  private func number16(at index: Int) -> Int? { isLittle ? bytes.little16(at: index) : bytes.big16(at: index) }
  private func number32(at index: Int) -> Int? { isLittle ? bytes.little32(at: index) : bytes.big32(at: index) }
}
