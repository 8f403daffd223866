#if os(Linux)
  import CSampleJPEG
  import Foundation

  @testable import Alula

  /// Files that can be shown before they are whole, and some that cannot.
  enum ArrivingFiles {
    static func jpeg(width: Int = 640, height: Int = 480) -> Data {
      SampleJPEG("progressive 4:2:0") { $0.kind.is_progressive = 1 }.file(width: width, height: height)
    }

    static func baselineJPEG(width: Int = 320, height: Int = 240) -> Data {
      SampleJPEG("4:2:0").file(width: width, height: height)
    }

    /// Where each scan of a JPEG begins. The codes of a scan hold no such bytes.
    static func scans(_ jpeg: Data) -> [Int] {
      let bytes = [UInt8](jpeg)
      return bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
    }

    static func interlacedPNG(width: Int = 160, height: Int = 120) -> Data {
      PartialDecodingTests.interlacedPNG(width: width, height: height)
    }

    static func animatedPNG(width: Int = 80, height: Int = 60) -> Data {
      var builder = PNGBuilder(width: width, height: height)
      let numbers = PNGBuilder.big32(0) + PNGBuilder.big32(width) + PNGBuilder.big32(height)
      let control: [UInt8] = numbers + [UInt8](repeating: 0, count: 8) + [0, 1, 0, 10, 0, 0]
      builder.before = [("acTL", PNGBuilder.big32(2) + PNGBuilder.big32(0)), ("fcTL", control)]
      let rows: [[UInt8]] = (0..<height).map { y in (0..<width).flatMap { x -> [UInt8] in [UInt8(x), UInt8(y), 9] } }
      let next = (0..<height).map { _ in [UInt8](repeating: 7, count: width * 3) }
      builder.after = [
        ("fcTL", PNGBuilder.big32(1) + control.dropFirst(4)),
        ("fdAT", PNGBuilder.big32(2) + PNGBuilder.stored(next.flatMap { [0] + $0 })),
      ]
      return builder.file(rows: rows)
    }

    static func gif(width: Int = 80, height: Int = 60, frames: Int = 1, isInterlaced: Bool = false) -> Data {
      var builder = GIFBuilder(width: width, height: height)
      builder.loop = frames > 1 ? 0 : nil
      builder.frames = (0..<frames).map { frame in
        let indexes = (0..<width * height).map { UInt8(($0 / width / 20 + frame) % 4) }
        return .init(width: width, height: height, indexes: indexes, isInterlaced: isInterlaced, delay: 10)
      }
      return builder.file
    }

    /// Two frames around the bitstreams of stills (RFC 9649 section 2.7).
    static func animatedWebP(width: Int = 80, height: Int = 60, hasExif: Bool = false) throws -> Data {
      let still = try [UInt8](EncodedSamples.webp(width: width, height: height, layout: .rgb8)).dropFirst(12)
      let size = little24(width - 1) + little24(height - 1)
      let frame = chunk("ANMF", [0, 0, 0, 0, 0, 0] + size + [100, 0, 0, 0] + still)
      let flags: UInt8 = hasExif ? 0x0A : 0x02
      let body =
        Array("WEBP".utf8) + chunk("VP8X", [flags, 0, 0, 0] + size) + chunk("ANIM", [0, 0, 0, 0, 0, 0]) + frame + frame
      return Data(chunk("RIFF", body))
    }

    private static func little24(_ value: Int) -> [UInt8] {
      [0, 8, 16].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8) + little24(body.count) + [UInt8(truncatingIfNeeded: body.count >> 24)] + body
        + (body.count % 2 == 1 ? [0] : [])
    }
  }
#endif
