#if os(Linux) && AVIF
  /// How long the frames of a sequence are shown (`stts`, ISO/IEC 14496-12 section 8.6.1.2). libavif knows it too, but adds up all frames
  /// before one to answer for it, and looks through the table for each of them.
  struct AVIFDurations {
    private let runs: ByteReader
    private let runCount: Int
    /// Ticks of a second.
    private let scale: Int

    /// Of the track that libavif decodes: the first one of AV1 that is no other one's alpha. `nil` when there is none.
    init?(_ file: ByteReader) {
      guard let movie = BoxList(file).first("moov") else { return nil }
      var media: ByteReader?
      BoxList(movie).forEach { name, track in
        if media == nil, name == "trak" { media = Self.pictures(track) }
      }
      guard let media, let header = BoxList(media).first("mdhd"), let table = BoxList(media).sampleTable,
        let runs = BoxList(table).first("stts"), let count = runs.big32(at: 4),
        let scale = header.big32(at: header[0] == 1 ? 20 : 12)
      else { return nil }
      (self.runs, runCount, self.scale) = (runs, min(count, max(0, runs.count - 8) / 8), scale)
    }

    /// The first `count` of them. What the table lacks is as long as its last run.
    func first(_ count: Int) -> [Duration] {
      var durations: [Duration] = []
      durations.reserveCapacity(count)
      for run in 0..<runCount where durations.count < count {
        guard let frames = runs.big32(at: 8 + run * 8), let ticks = runs.big32(at: 12 + run * 8) else { break }
        let most = count - durations.count
        let duration = duration(ticks)
        durations += repeatElement(duration, count: run == runCount - 1 ? most : min(frames, most))
      }
      return durations + repeatElement(duration(1), count: count - durations.count)
    }

    private func duration(_ ticks: Int) -> Duration {
      // Ticks of usual time scales are no whole microseconds; a frame of a year is none.
      let seconds = scale > 0 ? Double(ticks) / Double(scale) : 0
      return .microseconds(Int64((min(seconds, 1e7) * 1e6).rounded()))
    }

    /// The media box of a track that shows pictures by itself.
    private static func pictures(_ track: ByteReader) -> ByteReader? {
      let boxes = BoxList(track)
      guard boxes.first("tkhd") != nil, boxes.first("tref").flatMap({ BoxList($0).first("auxl") }) == nil,
        let media = boxes.first("mdia"), let table = BoxList(media).sampleTable,
        let kinds = BoxList(table).first("stsd"),
        BoxList(kinds, start: 8).first("av01") != nil
      else { return nil }
      return media
    }
  }
#endif
