#if os(Linux) && (AVIF || HEIC)
  /// An item of a HEIF file that is shown (ISO/IEC 23008-12): how it is coded, and how it is transformed.
  ///
  /// libheif 1.15 applies transformations to all pixels or does not tell them, so they are read here.
  struct PictureItem {
    /// `hvc1`, `av01`, or `grid` and others for what is put together from other items; `nil` when the file does not say.
    private(set) var type: String?
    private(set) var transforms = ItemTransforms()
    /// Samples of colour for one of luma, the most of all HEVC items (`hvcC`, ISO/IEC 14496-15 section 8.3.3.1); 2 when there is none.
    private(set) var colorShare = 2.0
    /// The most samples of luma that a parameter set of an HEVC item asks a decoder for; 0 when there is none.
    private(set) var mostPixels = 0

    /// Whether pixels come from other items, which are decoded beside it.
    var isDerived: Bool { type == "grid" || isComposed }

    /// Whether it is another item seen anew, or several laid over one another, each with transformations of its own.
    var isComposed: Bool { type == "iovl" || type == "iden" }

    /// - Parameter id: The item's identifier; `nil` for the primary one.
    init(_ file: ByteReader, id: Int? = nil) {
      guard let meta = BoxList(file).first("meta") else { return }
      let boxes = BoxList(meta, start: 4)
      guard let id = id ?? boxes.first("pitm").flatMap(Self.identifier) else { return }
      type = boxes.first("iinf").flatMap { Self.type(of: id, in: $0) }
      guard let properties = boxes.first("iprp").map({ BoxList($0) }), let container = properties.first("ipco") else {
        return
      }
      var all: [(type: CharacterCode, body: ByteReader)] = []
      BoxList(container).forEach { all.append(($0, $1)) }
      let decoders = all.filter { $0.type == "hvcC" }.map(\.body)
      mostPixels = decoders.compactMap { HEVCParameterSets($0).mostPixels }.max() ?? 0
      if let most = decoders.compactMap({ $0[16].map { Int($0 & 3) } }).max() { colorShare = [0, 0.5, 1, 2][most] }
      properties.forEach { name, body in
        guard name == "ipma" else { return }
        for index in Self.associations(of: id, in: body) where index >= 1 && index <= all.count {
          apply(all[index - 1].type, all[index - 1].body)
        }
      }
    }

    private mutating func apply(_ type: CharacterCode, _ body: ByteReader) {
      switch type {
      case "irot": transforms.turn(quarters: Int(body[0] ?? 0) & 3)
      case "imir": transforms.mirror(axis: Int(body[0] ?? 0) & 1)
      case "clap":
        transforms.aperture = CleanAperture((0..<8).compactMap { body.big32(at: $0 * 4) }.map { UInt32($0) })
      default: break
      }
    }

    /// `pitm`: 16 bits in version 0.
    private static func identifier(_ body: ByteReader) -> Int? {
      body[0] == 0 ? body.big16(at: 4) : body.big32(at: 4)
    }

    /// `iinf` holds an `infe` for each item. Only its versions 2 and 3 have types.
    private static func type(of id: Int, in body: ByteReader) -> String? {
      var found: String?
      BoxList(body, start: body[0] == 0 ? 6 : 8).forEach { name, entry in
        guard name == "infe", let version = entry[0], version >= 2 else { return }
        let isShort = version == 2
        guard (isShort ? entry.big16(at: 4) : entry.big32(at: 4)) == id else { return }
        found = entry.text(at: isShort ? 8 : 10, count: 4)
      }
      return found
    }

    /// `ipma`: places in the list of properties, from 1, in the order in which they apply.
    private static func associations(of id: Int, in body: ByteReader) -> [Int] {
      guard let version = body[0], let flags = body[3], let count = body.big32(at: 4) else { return [] }
      let isWide = flags & 1 == 1
      var index = 8
      for _ in 0..<count {
        guard let item = version == 0 ? body.big16(at: index) : body.big32(at: index) else { return [] }
        index += version == 0 ? 2 : 4
        guard let associated = body[index].map({ Int($0) }) else { return [] }
        index += 1
        guard item != id else {
          return (0..<associated).compactMap { number in
            isWide
              ? body.big16(at: index + number * 2).map { $0 & 0x7FFF } : body[index + number].map { Int($0) & 0x7F }
          }
        }
        index += associated * (isWide ? 2 : 1)
      }
      return []
    }
  }
#endif
