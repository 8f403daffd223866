public import Alula
import Foundation

/// Pictures made in code: small, valid, known to the pixel. And some that are not valid.
///
/// The embedded ones (`jpeg`, `webp`, `losslessWebP`) show the same four quadrants, `quadrants`, at `embeddedSize`.
public enum SampleImages {
  /// The size of the embedded pictures: 32 × 16.
  public static let embeddedSize = PixelSize(width: 32, height: 16)

  /// The colours of the embedded pictures: top left, top right, bottom left, bottom right. Each fills a quarter. The
  /// lossless WebP has exactly these, the two lossy ones within 2 of each channel.
  public static let quadrants = [
    SampleColor(220, 40, 40), SampleColor(40, 180, 60), SampleColor(40, 60, 200), SampleColor(240, 240, 240),
  ]

  /// A baseline JPEG without chroma subsampling, 310 bytes.
  public static let jpeg = bytes(
    """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMU
    FRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU
    FBQUFBQUFBT/wAARCAAQACADAREAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAcICf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/
    xAAZAQEAAwEBAAAAAAAAAAAAAAAABwgJBQb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCSIvXwAVBz2N4DN7SN
    NADuMp49wA//2Q==
    """)

  /// A lossy WebP (VP8), 90 bytes.
  public static let webp = bytes(
    """
    UklGRlIAAABXRUJQVlA4IEYAAACQAgCdASogABAAAMASJaACdMoR2j4B+AH7AARGMAD++SHv//fNs/9Yq0w3P/1sH/+85a1J9qH/
    Mzj//+GIvm9ZsNJmEAAA
    """)

  /// A lossless WebP (VP8L), 78 bytes.
  public static let losslessWebP = bytes(
    """
    UklGRkYAAABXRUJQVlA4TDoAAAAvH8ADAB8gECAmxEiTLUch2wjQAM+f4kUQCBBbwgRJlDD/8a+BEgJBts0kJznJA1wgov+hum2/
    KoAf
    """)

  /// What a web server sends in place of a picture when something is wrong.
  public static let htmlErrorPage = Array(
    """
    <!DOCTYPE html>
    <html><head><title>Not here</title></head>
    <body><h1>Not here</h1><p>The picture has moved or never was.</p></body></html>

    """.utf8)

  /// One valid picture of each format that every build decodes, with its media type.
  public static let everyFormat: [(format: ImageFormat, type: String, bytes: [UInt8])] = [
    (.jpeg, "image/jpeg", jpeg), (.png, "image/png", png(width: 32, height: 16)),
    (.gif, "image/gif", gif(width: 32, height: 16)), (.webp, "image/webp", webp),
  ]

  /// The first `count` bytes; or, for a negative `count`, all but the last ones.
  public static func truncated(_ image: [UInt8], to count: Int) -> [UInt8] {
    Array(count < 0 ? image.dropLast(-count) : image.prefix(count))
  }

  /// `jpeg` with an Exif segment that says `orientation` (1 to 8; other values are written too) right after its start.
  /// - Parameter isLittleEndian: the byte order of the segment ("II" or "MM"). Default "MM".
  public static func withOrientation(
    _ orientation: UInt16, in jpeg: [UInt8] = jpeg, isLittleEndian: Bool = false
  ) -> [UInt8] {
    func number(_ value: UInt32, bytes count: Int) -> [UInt8] {
      let big = (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
      return isLittleEndian ? big.reversed() : big
    }
    var payload = Array("Exif".utf8) + [0, 0]
    // TIFF 6.0: header, then one directory with one entry (tag 0x0112, type SHORT, one value), then no next one.
    payload += isLittleEndian ? "II".utf8 : "MM".utf8
    payload += number(42, bytes: 2) + number(8, bytes: 4) + number(1, bytes: 2)
    payload += number(0x0112, bytes: 2) + number(3, bytes: 2) + number(1, bytes: 4)
    payload += number(UInt32(orientation), bytes: 2) + [0, 0] + number(0, bytes: 4)
    let length = payload.count + 2
    let segment = [0xff, 0xe1, UInt8(length >> 8), UInt8(length & 0xff)] + payload
    return Array(jpeg.prefix(2)) + segment + jpeg.dropFirst(2)
  }

  /// The embedded pictures are part of this file: bytes that do not decode are a fault of it, which its tests find.
  private static func bytes(_ base64: String) -> [UInt8] {
    Data(base64Encoded: base64, options: .ignoreUnknownCharacters).map { [UInt8]($0) } ?? []
  }
}
