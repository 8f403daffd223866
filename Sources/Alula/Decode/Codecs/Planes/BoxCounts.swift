#if os(Linux) && (AVIF || HEIC)
  /// How much a HEIF file lists, counted before its library reads it: libavif looks each item up among all others, so its time grows with
  /// the square of their number, and neither it nor libheif can be stopped.
  struct BoxCounts {
    /// The most entries of one kind. A picture of 16,384 × 16,384 pixels in tiles of 512 × 512, with as many of alpha, has 2,050 items.
    static let most = 1 << 13
    /// The most properties of all items together: writers give an item four to eight.
    static let mostAssociations = 1 << 16
    /// The most steps of libavif through the chunks of a sequence: for each it goes through the runs of chunks that are alike.
    static let mostChunkSteps = 1 << 26

    private(set) var items = 0
    private(set) var locations = 0
    private(set) var references = 0
    private(set) var properties = 0
    private(set) var owners = 0
    private(set) var associations = 0
    private(set) var chunkSteps = 0

    init(_ file: ByteReader) {
      BoxList(file).forEach { name, body in
        if name == "meta" { addItems(body) }
        if name == "moov" {
          BoxList(body).forEach { name, track in
            if name == "trak" { addTrack(track) }
          }
        }
      }
    }

    /// Refuses a file that lists more than any real one.
    func check(_ format: ImageFormat) throws(LoadError) {
      let lists = [
        ("items", items, Self.most), ("places of items", locations, Self.most), ("references", references, Self.most),
        ("properties", properties, Self.most), ("items with properties", owners, Self.most),
        ("properties of items", associations, Self.mostAssociations),
        ("steps through chunks", chunkSteps, Self.mostChunkSteps),
      ]
      for (name, count, most) in lists where count > most {
        throw LoadError(
          .tooManyPixels, "The \(format.name.uppercased()) file lists more than \(most) \(name).")
      }
    }

    /// ISO/IEC 14496-12 section 8.11 and ISO/IEC 23008-12 section 9.3.
    private mutating func addItems(_ meta: ByteReader) {
      BoxList(meta, start: 4).forEach { name, body in
        switch name {
        case "iinf": BoxList(body, start: body[0] == 0 ? 6 : 8).forEach { _, _ in items += 1 }
        case "iloc": locations += (body[0] ?? 0 < 2 ? body.big16(at: 6) : body.big32(at: 6)) ?? 0
        case "iref": addReferences(body)
        case "iprp":
          BoxList(body).forEach { name, body in
            if name == "ipco" { BoxList(body).forEach { _, _ in properties += 1 } }
            if name == "ipma" { addAssociations(body) }
          }
        default: break
        }
      }
    }

    private mutating func addReferences(_ body: ByteReader) {
      let count = body[0] == 0 ? 2 : 4
      BoxList(body, start: 4).forEach { _, reference in references += 1 + (reference.big16(at: count) ?? 0) }
    }

    private mutating func addAssociations(_ body: ByteReader) {
      guard let version = body[0], let flags = body[3], let count = body.big32(at: 4) else { return }
      owners += count
      var index = 8 + (version == 0 ? 2 : 4)
      // Those of too many are not looked at: the file is refused for their number.
      for _ in 0..<min(count, Self.most) {
        guard let associated = body[index].map({ Int($0) }) else { return }
        associations += associated
        index += 1 + associated * (flags & 1 == 1 ? 2 : 1) + (version == 0 ? 2 : 4)
      }
    }

    /// `stsc` and `stco` or `co64` (ISO/IEC 14496-12 sections 8.7.4 and 8.7.5).
    private mutating func addTrack(_ track: ByteReader) {
      if let meta = BoxList(track).first("meta") { addItems(meta) }
      guard let media = BoxList(track).first("mdia"), let table = BoxList(media).sampleTable else { return }
      var (chunks, runs) = (0, 0)
      BoxList(table).forEach { name, body in
        // What a table claims and does not have costs nothing.
        let claimed = body.big32(at: 4) ?? 0
        if name == "stco" { chunks += min(claimed, body.count / 4) }
        if name == "co64" { chunks += min(claimed, body.count / 8) }
        if name == "stsc" { runs += min(claimed, body.count / 12) }
      }
      let (steps, overflow) = chunks.multipliedReportingOverflow(by: runs)
      chunkSteps = overflow || steps > Self.mostChunkSteps ? Self.mostChunkSteps + 1 : chunkSteps + steps
    }
  }
#endif
