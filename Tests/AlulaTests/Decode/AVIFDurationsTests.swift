#if os(Linux) && AVIF
  import Foundation
  import Testing

  @testable import Alula

  @Suite struct AVIFDurationsTests {
    private static func track(
      _ runs: [(Int, Int)], scale: Int = 1000, kind: String = "av01", isAlpha: Bool = false, isLong: Bool = false,
      claimed: Int? = nil
    ) -> [UInt8] {
      let header =
        isLong
        ? HEIFBoxes.full("mdhd", version: 1, [UInt8](repeating: 9, count: 16) + HEIFBoxes.big32(scale))
        : HEIFBoxes.full("mdhd", [UInt8](repeating: 9, count: 8) + HEIFBoxes.big32(scale))
      let table =
        HEIFBoxes.full("stsd", HEIFBoxes.big32(1) + HEIFBoxes.box(kind, []))
        + HEIFBoxes.full(
          "stts",
          HEIFBoxes.big32(claimed ?? runs.count) + runs.flatMap { HEIFBoxes.big32($0.0) + HEIFBoxes.big32($0.1) })
      let media = HEIFBoxes.box("mdia", header + HEIFBoxes.box("minf", HEIFBoxes.box("stbl", table)))
      let reference = isAlpha ? HEIFBoxes.box("tref", HEIFBoxes.box("auxl", HEIFBoxes.big32(1))) : []
      return HEIFBoxes.box("trak", HEIFBoxes.full("tkhd", []) + reference + media)
    }

    private func milliseconds(_ tracks: [UInt8], _ count: Int) -> [Int64]? {
      HEIFBoxes.file("avis", HEIFBoxes.box("moov", tracks)).withBytes { bytes in
        AVIFDurations(ByteReader(bytes))?.first(count).map { $0.components.attoseconds / 1_000_000_000_000_000 }
      }
    }

    @Test(arguments: [false, true]) func `runs of equal durations are told frame by frame`(_ isLong: Bool) {
      let track = Self.track([(2, 40), (1, 100), (3, 20)], isLong: isLong)
      #expect(milliseconds(track, 6) == [40, 40, 100, 20, 20, 20])
      #expect(milliseconds(track, 2) == [40, 40])
      #expect(milliseconds(Self.track([(2, 40)], scale: 100), 2) == [400, 400])
    }

    @Test func `frames that the table lacks are as long as its last ones`() {
      #expect(milliseconds(Self.track([(1, 40), (1, 100)]), 4) == [40, 100, 100, 100])
      #expect(milliseconds(Self.track([(1, 40)], claimed: 0xFFFF_FFFF), 2) == [40, 40])
      #expect(milliseconds(Self.track([]), 2) == [1, 1])
      #expect(milliseconds(Self.track([(0xFFFF_FFFF, 7)]), 2) == [7, 7])
      #expect(milliseconds(Self.track([(2, 40)], scale: 0), 2) == [0, 0])
    }

    @Test func `alpha and other tracks do not count`() {
      let tracks =
        Self.track([(1, 1)], isAlpha: true) + Self.track([(1, 2)], kind: "mp4a") + Self.track([(1, 3)])
        + Self.track([(1, 4)])
      #expect(milliseconds(tracks, 1) == [3])
      #expect(milliseconds(Self.track([(1, 2)], kind: "mp4a"), 1) == nil)
    }

    @Test func `files that end anywhere have the durations that are there`() {
      let data = HEIFBoxes.file("avis", HEIFBoxes.box("moov", Self.track([(2, 40), (1, 100)])))
      for count in 0..<data.count {
        data.prefix(count).withBytes { bytes in
          #expect(AVIFDurations(ByteReader(bytes))?.first(3).count ?? 3 == 3)
        }
      }
    }
  }
#endif
