#if os(Linux)
  /// Turns one row of colour indexes of a GIF frame into pixels, in memory of its own.
  struct GIFColors: ~Copyable {
    /// 256 colours as RGBA in memory order, so that every index has one.
    private let table: UnsafeMutablePointer<UInt32>
    private let row: UnsafeMutableBufferPointer<UInt32>

    /// An index that the frame's table does not have is black, as in browsers.
    init(_ frame: GIFFile.Frame, _ bytes: ByteReader) {
      table = .allocate(capacity: 256)
      table.initialize(repeating: UInt32(littleEndian: 0xFF00_0000), count: 256)
      row = .allocate(capacity: frame.width)
      row.initialize(repeating: 0)
      for index in 0..<(frame.palette?.count ?? 0) {
        let place = (frame.palette?.index ?? 0) + index * 3
        guard let color = bytes.little24(at: place) else { break }
        table[index] = UInt32(littleEndian: UInt32(color) | 0xFF00_0000)
      }
      if let transparent = frame.transparentIndex { table[Int(transparent)] = 0 }
    }

    deinit {
      table.deallocate()
      row.deallocate()
    }

    /// The pixels of `indexes`, of which there are as many as the frame is wide. They stay until the next call.
    mutating func pixels(_ indexes: UnsafeBufferPointer<UInt8>) -> UnsafeRawBufferPointer {
      let count = min(indexes.count, row.count)
      for place in 0..<count { row[place] = table[Int(indexes[place])] }
      return UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: row[0..<count]))
    }
  }
#endif
