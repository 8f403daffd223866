#if os(Linux)
  import CImageCodecs

  /// The zlib stream (RFC 1950) of a PNG's IDAT chunks, inflated as far as it is asked for. What is not exactly as it
  /// should be is `false`, for libpng to judge.
  struct PNGDataStream: ~Copyable {
    private let inflate: OpaquePointer
    private var chunks: PNGDataChunks
    private let inflatedSize: Int

    /// - Parameter inflatedSize: What the whole stream must come to.
    init(_ chunks: PNGDataChunks, inflatedSize: Int) throws(LoadError) {
      guard let inflate = alula_inflate_create() else {
        throw LoadError(.tooManyPixels, "No memory to inflate a PNG.")
      }
      self.inflate = inflate
      self.chunks = chunks
      self.inflatedSize = inflatedSize
    }

    deinit { alula_inflate_destroy(inflate) }

    static var memoryNeeded: Int { alula_inflate_memory() }

    /// Reads the header of the stream. To be called once, first.
    mutating func start() -> Bool {
      var header: [UInt8] = []
      while header.count < 2 {
        guard let piece = chunks.next(), !piece.isEmpty else { return false }
        let count = min(2 - header.count, piece.count)
        header += piece.prefix(count)
        give(UnsafeRawBufferPointer(rebasing: piece[count...]))
      }
      let window = Int(header[0] >> 4)
      // Deflate, no dictionary. Distances beyond the window are an error that the inflater does not look for, so the window
      // must be the largest there is, or hold everything.
      return header[0] & 15 == 8 && window <= 7 && header[1] & 0x20 == 0
        && (Int(header[0]) << 8 | Int(header[1])) % 31 == 0 && (window == 7 || inflatedSize <= 1 << (window + 8))
    }

    /// Fills `count` bytes.
    mutating func read(_ target: UnsafeMutablePointer<UInt8>, count: Int) -> Bool {
      var done = 0
      while done < count {
        var written: UInt32 = 0
        guard alula_inflate_read(inflate, target + done, UInt32(clamping: count - done), &written) != 0 else {
          return false
        }
        done += Int(written)
        guard done < count else { break }
        guard alula_inflate_has_ended(inflate) == 0, giveNext() else { return false }
      }
      return true
    }

    /// Whether the stream and its chunks end here, with the right checksums.
    mutating func hasEnded() -> Bool {
      var (spare, written): (UInt8, UInt32) = (0, 0)
      while alula_inflate_has_ended(inflate) == 0 {
        guard alula_inflate_read(inflate, &spare, 1, &written) != 0, written == 0 else { return false }
        if alula_inflate_has_ended(inflate) == 0, !giveNext() { return false }
      }
      return alula_inflate_input_left(inflate) == 0 && chunks.next()?.isEmpty == true
    }

    private func give(_ piece: UnsafeRawBufferPointer) {
      guard let base = piece.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
      alula_inflate_give(inflate, base, UInt32(clamping: piece.count))
    }

    private mutating func giveNext() -> Bool {
      guard alula_inflate_input_left(inflate) == 0, let piece = chunks.next(), !piece.isEmpty else { return false }
      give(piece)
      return true
    }
  }
#endif
