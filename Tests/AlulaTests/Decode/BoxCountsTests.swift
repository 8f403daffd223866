#if os(Linux) && (AVIF || HEIC)
  import Foundation
  import Testing

  @testable import Alula

  @Suite struct BoxCountsTests {
    /// A list of the metadata of a HEIF file, with so many entries.
    enum List: String, CaseIterable {
      case items, locations, longLocations, references, targets, properties, owners, associations

      func box(_ count: Int) -> [UInt8] {
        let empty = HEIFBoxes.box("free", [])
        func repeated(_ bytes: [UInt8]) -> [UInt8] { [UInt8]([[UInt8]](repeating: bytes, count: count).joined()) }
        switch self {
        case .items:
          return HEIFBoxes.full(
            "iinf",
            HEIFBoxes.big16(1) + repeated(HEIFBoxes.full("infe", version: 2, [0, 1, 0, 0] + Array("av01".utf8))))
        case .locations: return HEIFBoxes.full("iloc", [0, 0] + HEIFBoxes.big16(count))
        case .longLocations: return HEIFBoxes.full("iloc", version: 2, [0, 0] + HEIFBoxes.big32(count))
        case .references: return HEIFBoxes.full("iref", repeated(HEIFBoxes.box("dimg", [0, 1, 0, 0])))
        case .targets:
          let target = HEIFBoxes.box(
            "dimg", [0, 1] + HEIFBoxes.big16(count - 1) + [UInt8](repeating: 0, count: count * 2))
          return HEIFBoxes.full("iref", target)
        case .properties: return HEIFBoxes.box("iprp", HEIFBoxes.box("ipco", repeated(empty)))
        case .owners:
          return HEIFBoxes.box("iprp", HEIFBoxes.full("ipma", HEIFBoxes.big32(count) + repeated([0, 1, 0])))
        case .associations:
          let whole = [UInt8](repeating: 1, count: 258)
          let owners = [[UInt8]](repeating: [0, 1, 255] + whole.prefix(255), count: count / 255).joined()
          let rest = [0, 1, UInt8(count % 255)] + whole.prefix(count % 255)
          return HEIFBoxes.box(
            "iprp", HEIFBoxes.full("ipma", HEIFBoxes.big32(count / 255 + 1) + owners + rest))
        }
      }

      var most: Int { self == .associations ? BoxCounts.mostAssociations : BoxCounts.most }
    }

    private func check(_ data: Data) -> LoadError.Code? {
      code { () throws(LoadError) in
        try data.withBytes { bytes throws(LoadError) in try BoxCounts(ByteReader(bytes)).check(.avif) }
      }
    }

    @Test(arguments: List.allCases, [false, true])
    func `as many entries as the limit are read, one more is refused, in a track as well`(_ list: List, _ isTrack: Bool)
    {
      func file(_ count: Int) -> Data {
        let meta = HEIFBoxes.full("meta", list.box(count))
        return HEIFBoxes.file("avif", isTrack ? HEIFBoxes.box("moov", HEIFBoxes.box("trak", meta)) : meta)
      }
      #expect(check(file(list.most)) == nil)
      #expect(check(file(list.most + 1)) == .tooManyPixels)
    }

    @Test func `lists of several boxes of a kind are counted together`() {
      let half = List.items.box(BoxCounts.most / 2 + 1)
      #expect(check(HEIFBoxes.file("avif", HEIFBoxes.full("meta", half))) == nil)
      #expect(check(HEIFBoxes.file("avif", HEIFBoxes.full("meta", half + half))) == .tooManyPixels)
    }

    /// Those that this build decodes: one of the two at least, or the suite would not be there.
    private static let brands = ["avif", "heic"].filter { PlatformDecoder.decodes(ImageFormat(name: $0)) }

    @Test(arguments: brands) func `a file that lists too much is refused before its library reads it`(
      _ brand: String
    ) throws {
      let data = HEIFBoxes.file(brand, HEIFBoxes.full("meta", List.items.box(BoxCounts.most + 1)))
      #expect(code { () throws(LoadError) in try DefaultImageDecoder().decode(data) } == .tooManyPixels)
      #expect(code { () throws(LoadError) in try ImageHeader.read(data) } == .tooManyPixels)
    }

    @Test(arguments: [("stco", 4), ("co64", 8)])
    func `chunks of a sequence times runs of them are bounded, by what is there and not by what is claimed`(
      _ chunks: String, _ bytes: Int
    ) {
      func file(_ count: Int, runs: Int, claimed: Int? = nil) -> Data {
        let table =
          HEIFBoxes.full(chunks, HEIFBoxes.big32(claimed ?? count) + [UInt8](repeating: 0, count: count * bytes))
          + HEIFBoxes.full("stsc", HEIFBoxes.big32(claimed ?? runs) + [UInt8](repeating: 0, count: runs * 12))
        let media = HEIFBoxes.box("mdia", HEIFBoxes.box("minf", HEIFBoxes.box("stbl", table)))
        return HEIFBoxes.file("avis", HEIFBoxes.box("moov", HEIFBoxes.box("trak", media)))
      }
      #expect(check(file(100_000, runs: 1)) == nil)
      #expect(check(file(10, runs: 10, claimed: 0xFFFF_FFFF)) == nil)
      #expect(check(file(10_000, runs: 10_000)) == .tooManyPixels)
    }
  }
#endif
