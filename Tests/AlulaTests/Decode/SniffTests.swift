import AlulaTesting
import Foundation
import Testing

@testable import Alula

@Suite struct SniffTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let format: ImageFormat?
    let testDescription: String

    init(_ name: String, _ bytes: [UInt8], _ format: ImageFormat?) {
      (testDescription, self.bytes, self.format) = (name, bytes, format)
    }

    init(_ text: String, _ format: ImageFormat?) { self.init(text, Array(text.utf8), format) }
  }

  private static func box(_ brands: String...) -> [UInt8] {
    let body =
      Array("ftyp".utf8) + brands.prefix(1).flatMap(\.utf8) + [0, 0, 0, 0] + brands.dropFirst().flatMap(\.utf8)
    return PNGBuilder.big32(body.count + 4) + body
  }

  static let cases: [Case] = [
    Case("PNG", PNGBuilder.signature, .png),
    Case("PNG after a byte order mark", [0xEF, 0xBB, 0xBF] + PNGBuilder.signature, nil),
    Case("PNG after a line break", [0x0A] + PNGBuilder.signature, nil),
    Case("PNG sent as text", [0x89, 0x50, 0x4E, 0x47, 0x0A, 0x1A, 0x0A, 0], nil),
    Case("JPEG", [0xFF, 0xD8, 0xFF, 0xE0], .jpeg),
    Case("JPEG with fill bytes", [0xFF, 0xD8, 0xFF, 0xFF, 0xE0], .jpeg),
    Case("half a JPEG signature", [0xFF, 0xD8], nil),
    Case("GIF87a", .gif), Case("GIF89a", .gif), Case("GIF88a", nil), Case("GIF", nil), Case("GIF8", nil),
    Case("RIFF....WEBP", .webp), Case("RIFF....WAVE", nil), Case("RIFF....WEB", nil),
    Case("AVIF", box("avif", "mif1"), .avif), Case("AVIF in the list", box("mif1", "avif"), .avif),
    Case("AVIF sequence", box("avis"), .avif), Case("HEIC", box("heic"), .heic),
    Case("HEIC in the list", box("mif1", "heic"), .heic), Case("HEIF of another codec", box("mif1", "xxxx"), .heif),
    Case("MP4", box("isom", "avc1"), .mp4), Case("unknown brand", box("abcd"), nil),
    Case("half a box", [0, 0, 0, 0, 0x66, 0x74, 0x79, 0x70], nil),
    Case("JPEG XL container", [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A], .jxl),
    Case("JPEG XL codestream", [0xFF, 0x0A, 0xFA, 0x7F, 0x01, 0x90, 0x08, 0x06, 0x01, 0], .jxl),
    Case("two bytes of JPEG XL", [0xFF, 0x0A], nil),
    Case("BMP", Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0], .bmp),
    Case("text that starts with BM", Array("BM is the name of the thing".utf8), nil),
    Case("ICO", [0, 0, 1, 0, 1, 0], .ico), Case("CUR", [0, 0, 2, 0, 1, 0], .cur),
    Case("TIFF, little endian", [0x49, 0x49, 0x2A, 0], .tiff), Case("TIFF, big endian", [0x4D, 0x4D, 0, 0x2A], .tiff),
    Case("%PDF-1.7", .pdf), Case("gzip", [0x1F, 0x8B, 8, 0], .gzip), Case("", nil),
    Case("<svg/>", .svg), Case("<svg\n>", .svg), Case("<svg", .svg), Case("<svgfoo>", nil),
    Case("\u{FEFF} <!-- <html> --> <svg xmlns='a'>", .svg), Case("<?xml version='1.0'?><!DOCTYPE svg><svg>", .svg),
    Case("<!DOCTYPE svg [ <!ENTITY a \"b\"> ]><svg>", .svg), Case("<x:svg xmlns:x='a'>", .svg),
    Case("<html><svg></svg></html>", nil), Case("<!-- <svg> -->", nil), Case("a <svg>", nil),
  ]

  @Test(arguments: cases) func `the first bytes alone name the format, and only whole signatures count`(_ sample: Case)
  {
    #expect(ImageFormat.detect(Data(sample.bytes)) == sample.format)
  }

  @Test func `a WebP whose data look like SVG is a WebP`() {
    #expect(ImageFormat.detect(Data("RIFF....WEBP<svg xmlns=".utf8)) == .webp)
  }

  @Test(arguments: [("VP8L", 0x10 as UInt8, true), ("VP8L", 0x02, false), ("VP8L", 0x3E, false), ("VP8 ", 0x10, true)])
  func `F60: what VP8X claims is not believed before the picture itself`(chunk: String, flags: UInt8, decodes: Bool)
    throws
  {
    let simple = chunk == "VP8L" ? SampleImages.losslessWebP : SampleImages.webp
    let body = Array("VP8X".utf8) + [10, 0, 0, 0, flags, 0, 0, 0, 31, 0, 0, 15, 0, 0] + simple.dropFirst(12)
    let file = Data(Array("RIFF".utf8) + [UInt8(body.count + 4), 0, 0, 0] + Array("WEBP".utf8) + body)
    #expect(ImageFormat.detect(file) == .webp)
    let found = Result { () throws(LoadError) in try DefaultImageDecoder().decode(file) }
    if decodes {
      // No pixel of it is transparent, whatever the flags say.
      #expect(try found.get().pixel(3, 3)[3] == 255)
    } else {
      // Said to be animated, and no frame in it.
      #expect(throws: LoadError.self) { try found.get() }
    }
  }

  @Test(arguments: cases) func `sniffing never reads past the end, however short the data`(_ sample: Case) {
    for length in 0...sample.bytes.count {
      let data = Data(sample.bytes.prefix(length))
      _ = ImageFormat.detect(data)
      _ = code { () throws(LoadError) in try ImageFormat.checked(data) }
    }
  }

  @Test(arguments: [
    ("<!DOCTYPE html><p>", "an HTML page"), ("\n<html lang=en>", "an HTML page"),
    ("<Error><Code>NoSuchKey</Code></Error>", "an XML document"), (" {\"error\":404}", "JSON"), ("[]", "JSON"),
    ("Not found", "text"), ("\u{0}\u{1}", "unknown data"), ("%PDF-1.4", "a PDF document"),
    ("PK\u{3}\u{4}", "a ZIP archive"),
  ])
  func `the error says what came instead of an image`(text: String, found: String) {
    #expect(code { () throws(LoadError) in try ImageFormat.checked(Data(text.utf8)) } == .notAnImage(found: found))
  }

  @Test func `no bytes are no data, not an unknown kind of them`() {
    #expect(code { () throws(LoadError) in try ImageFormat.checked(Data()) } == .empty)
    #expect(code { () throws(LoadError) in try DefaultImageDecoder().decode(Data()) } == .empty)
    #expect(code { () throws(LoadError) in try ImageHeader.read(Data()) } == .empty)
  }

  @Test func `a known format that is not decoded is called unsupported, not unknown`() {
    let decoder = DefaultImageDecoder()
    for sample in Self.cases {
      guard let format = sample.format, format.isImage, !PlatformDecoder.formats.contains(format) else { continue }
      #expect(
        code { () throws(LoadError) in try decoder.decode(Data(sample.bytes)) } == .unsupportedFormat(format))
    }
  }
}
