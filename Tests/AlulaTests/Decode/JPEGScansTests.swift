#if os(Linux)
  import Foundation
  import Testing

  @testable import Alula

  /// Time is blocks times scans: a file of some KB may go over a large picture hundreds of times.
  @Suite struct JPEGScansTests {
    private static let side = 1200

    /// A progressive grey picture without any detail, in scans that bring nothing.
    private static func file(scans: Int, isArithmetic: Bool = false) -> Data {
      let blocks = side / 8 * (side / 8)
      var bytes: [UInt8] = [0xFF, 0xD8] + segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
      bytes += segment(
        isArithmetic ? 0xCA : 0xC2, [8] + PNGBuilder.big16(side) + PNGBuilder.big16(side) + [1, 1, 0x11, 0])
      // One code of one bit in each table: no difference, and a run of 2¹⁴ and more blocks that have ended.
      bytes += segment(0xC4, [0, 1] + [UInt8](repeating: 0, count: 15) + [0])
      bytes += segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0xE0])
      bytes += segment(0xDA, [1, 1, 0, 0, 0, 0])
      if !isArithmetic { bytes += [UInt8](repeating: 0, count: (blocks + 7) / 8) }
      let run = (blocks - 1 << 14) << 1
      for _ in 1..<scans {
        bytes += segment(0xDA, [1, 1, 0, 1, 63, 0])
        if !isArithmetic { bytes += PNGBuilder.big16(run) }
      }
      return Data(bytes + [0xFF, 0xD9])
    }

    private static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
      [0xFF, marker] + PNGBuilder.big16(body.count + 2) + body
    }

    @Test(arguments: [(350, false), (14, true)])
    func `a picture of many scans is decoded`(_ scans: Int, _ isArithmetic: Bool) throws {
      let data = Self.file(scans: scans, isArithmetic: isArithmetic)
      let bitmap = try DefaultImageDecoder().decode(data)
      #expect(bitmap.size == PixelSize(width: Self.side, height: Self.side))
      #expect(bitmap.withUnsafeBytes { $0.prefix(4).elementsEqual([128, 128, 128, 255]) })
    }

    @Test(arguments: [false, true], [true, false])
    func `scans of more blocks than any encoder writes are refused`(_ isArithmetic: Bool, _ readsCodes: Bool) throws {
      let data = Self.file(scans: isArithmetic ? 60 : 400, isArithmetic: isArithmetic)
      let job = DecodeJob(data: data, options: DecodeOptions())
      #expect(code { () throws(LoadError) in try JPEGDecoder.decode(job, readsCodes: readsCodes) } == .tooManyPixels)
    }
  }
#endif
