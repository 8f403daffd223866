#if os(Linux)
  /// What the segments between scans define (ITU-T T.81 section B.2.4): tables, and the restart interval.
  struct DCTables {
    /// The first value of each quantization table, which is that of the DC coefficient; `nil` until it is defined.
    var quantizations = [Int?](repeating: nil, count: 4)
    var differences = [HuffmanTable?](repeating: nil, count: 4)
    var coefficients = [HuffmanTable?](repeating: nil, count: 4)
    /// Units between restart markers; 0 without.
    var restartInterval = 0

    /// DQT. `false` when the segment is damaged.
    mutating func readQuantizations(_ segment: ByteReader) -> Bool {
      var index = 0
      while let kind = segment[index] {
        let isWide = kind >> 4 == 1
        guard kind >> 4 < 2, kind & 15 < 4, segment.count >= index + (isWide ? 129 : 65) else { return false }
        quantizations[Int(kind & 15)] = isWide ? segment.big16(at: index + 1) : segment[index + 1].map(Int.init)
        index += isWide ? 129 : 65
      }
      return true
    }

    /// DHT. `false` when the segment is damaged.
    mutating func readCodes(_ segment: ByteReader) -> Bool {
      var index = 0
      while let kind = segment[index] {
        let counts = Array(segment.slice(index + 1, 16).data)
        let length = counts.reduce(0) { $0 + Int($1) }
        let values = Array(segment.slice(index + 17, length).data)
        guard kind >> 4 < 2, kind & 15 < 4, let table = HuffmanTable(counts: counts, values: values),
          kind >> 4 == 1 || values.allSatisfy({ $0 < 16 })
        else {
          return false
        }
        if kind >> 4 == 0 { differences[Int(kind & 15)] = table } else { coefficients[Int(kind & 15)] = table }
        index += 17 + length
      }
      return true
    }
  }
#endif
