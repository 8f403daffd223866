#if os(Linux) && (AVIF || HEIC)
  import Foundation
  import Testing

  @testable import Alula

  /// Boxes as ISO/IEC 14496-12 and 23008-12 write them.
  @Suite struct PictureItemTests {
    private static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
      big32(body.count + 8) + Array(type.utf8) + body
    }
    private static func big16(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
    private static func big32(_ value: Int) -> [UInt8] { big16(value >> 16) + big16(value) }

    /// A file whose item 7 has the properties of those numbers, out of: 1 `ispe`, 2 `irot` by a quarter, 3 `imir` left and right, 4 `clap`.
    private static func file(_ properties: [Int], type: String = "hvc1", isWide: Bool = false, isLong: Bool = false)
      -> Data
    {
      let id = isLong ? big32(7) : big16(7)
      let other = isLong ? big32(3) : big16(3)
      let container = box(
        "ipco",
        box("ispe", [0, 0, 0, 0] + big32(96) + big32(64)) + box("irot", [1]) + box("imir", [1])
          + box("clap", [10, 1, 10, 1, 0, 1, 0, 1].flatMap { big32($0) }))
      let places = properties.flatMap { isWide ? big16($0 | 0x8000) : [UInt8($0 | 0x80)] }
      let associations = box(
        "ipma",
        [isLong ? 1 : 0, 0, 0, isWide ? 1 : 0] + big32(2) + other + [1] + (isWide ? big16(2) : [2]) + id
          + [UInt8(properties.count)] + places)
      let items = box(
        "iinf",
        [0, 0, 0, 0] + big16(2) + box("infe", [2, 0, 0, 0] + big16(3) + big16(0) + Array("av01".utf8) + [0])
          + box("infe", [2, 0, 0, 0] + big16(7) + big16(0) + Array(type.utf8) + [0]))
      let primary = box("pitm", [isLong ? 1 : 0, 0, 0, 0] + id)
      let meta = box("meta", [0, 0, 0, 0] + primary + items + box("iprp", container + associations))
      return Data(box("ftyp", Array("mif1".utf8)) + meta)
    }

    private func item(_ data: Data, id: Int? = nil) -> PictureItem {
      data.withBytes { PictureItem(ByteReader($0), id: id) }
    }

    @Test(arguments: [false, true], [false, true])
    func `the primary item's type and transformations are found in every form of the boxes`(
      _ isWide: Bool, _ isLong: Bool
    ) {
      let found = item(Self.file([1, 4, 2], isWide: isWide, isLong: isLong))
      #expect(found.type == "hvc1")
      #expect(found.transforms.orientation == .left)
      #expect(found.transforms.area(of: PixelSize(width: 96, height: 64)).size == PixelSize(width: 10, height: 10))
    }

    @Test func `rotation and mirror apply in the order of the file`() {
      #expect(item(Self.file([2, 3])).transforms.orientation == .rightMirrored)
      #expect(item(Self.file([3, 2])).transforms.orientation == .leftMirrored)
      #expect(item(Self.file([2, 2])).transforms.orientation == .down)
      #expect(item(Self.file([3, 3])).transforms.orientation == .up)
    }

    #if HEIC
      @Test func `a picture of a codec that is not known is not decoded, and not called damaged`() {
        let data = Self.file([1], type: "unci")
        let found = code { () throws(LoadError) in try DefaultImageDecoder().decode(data) }
        #expect(found == .unsupportedFormat(.heif))
      }
    #endif

    @Test func `another item has what it has`() {
      let other = item(Self.file([1]), id: 3)
      #expect(other.type == "av01")
      #expect(other.transforms.orientation == .left)
      #expect(item(Self.file([2]), id: 99).transforms == ItemTransforms())
    }

    @Test(arguments: [("grid", true, false), ("iovl", true, true), ("iden", true, true), ("hvc1", false, false)])
    func `items made of others are told`(_ type: String, _ isDerived: Bool, _ isComposed: Bool) {
      let found = item(Self.file([1], type: type))
      #expect(found.isDerived == isDerived)
      #expect(found.isComposed == isComposed)
    }

    @Test func `properties that are not there and files that end anywhere are none`() {
      #expect(item(Self.file([0, 9, 127])).transforms == ItemTransforms())
      let data = Self.file([1, 2])
      for count in 0..<data.count { _ = item(Data(data.prefix(count))) }
      for place in 0..<data.count {
        for value: UInt8 in [0, 1, 127, 255] {
          var bytes = data
          bytes[place] = value
          _ = item(bytes)
        }
      }
    }
  }
#endif
