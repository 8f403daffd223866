#if os(Linux) && BMP
  import Foundation

  /// Run-length coded rows of a bitmap. They are coded from the bottom up but wanted from the top down, so a first walk notes where each
  /// row starts: a few bytes a row in place of all pixels.
  struct BMPRunRows {
    /// Where a row's codes start, and at which pixel.
    private struct Start {
      var code: Int
      var column: Int
    }

    private let bytes: ByteReader
    private let size: PixelSize
    private let bits: Int
    private var starts: [Start?] = []
    /// Rows whose codes go on beyond the right side: what is too much begins the next row, until that row's own codes cover it.
    private var overruns: Set<Int> = []

    /// The starts, and a set as large as it may get.
    static func memoryNeeded(_ size: PixelSize) -> Int? { product(size.height, MemoryLayout<Start?>.stride + 32) }

    init(_ bytes: ByteReader, _ header: BMPHeader) throws(LoadError) {
      (self.bytes, size, bits) = (bytes, header.size, header.bits)
      starts = [Start?](repeating: nil, count: size.height)
      var (row, start) = (0, Start(code: header.pixels, column: 0))
      while row < size.height {
        if row % 64 == 0, Task.isCancelled { throw .cancelled }
        starts[row] = start
        var reach = 0
        let end = walk(start) { column, _, count in reach = max(reach, column + count) }
        if reach > size.width { overruns.insert(row) }
        switch end {
        case .nextRow(let code): (row, start) = (row + 1, Start(code: code, column: 0))
        case .move(let rows, let next): (row, start) = (row + rows, next)
        case .end: return
        case .missing: throw ContainerHeader.truncated(.bmp)
        }
      }
    }

    /// Writes the indexes of a row as it is stored; pixels that no code reaches are 0.
    func read(_ row: Int, into target: UnsafeMutableBufferPointer<UInt8>) {
      target.update(repeating: 0)
      if overruns.contains(row - 1), let start = starts[row - 1] { paint(start, from: size.width, target) }
      if let start = starts[row] { paint(start, from: 0, target) }
    }

    /// Writes the pixels that the codes of a row put at `first` and right of it.
    private func paint(_ start: Start, from first: Int, _ target: UnsafeMutableBufferPointer<UInt8>) {
      _ = walk(start) { column, index, count in
        let (from, to) = (max(column, first), min(column + count, first + size.width))
        guard from < to else { return }
        for place in from..<to { target[place - first] = index }
      }
    }

    private enum End {
      case nextRow(code: Int)
      case move(rows: Int, Start)
      case end
      case missing
    }

    /// Reads codes up to the end of a row. Columns may lie right of the picture.
    @inline(__always)
    private func walk(_ start: Start, write: (_ column: Int, _ index: UInt8, _ count: Int) -> Void) -> End {
      var (code, column) = (start.code, start.column)
      while let first = bytes[code], let second = bytes[code + 1] {
        code += 2
        switch (first, second) {
        case (0, 0): return .nextRow(code: code)
        case (0, 1): return .end
        case (0, 2):
          guard let right = bytes[code], let rows = bytes[code + 1] else { return .missing }
          code += 2
          column += Int(right)
          if rows > 0 { return .move(rows: Int(rows), Start(code: code, column: column)) }
        case (0, let count):
          let byteCount = bits == 8 ? Int(count) : (Int(count) + 1) / 2
          for pixel in 0..<Int(count) {
            guard let byte = bytes[code + (bits == 8 ? pixel : pixel / 2)] else { return .missing }
            write(column + pixel, index(byte, pixel), 1)
          }
          guard code + byteCount <= bytes.count else { return .missing }
          column += Int(count)
          // Padded to an even number of bytes.
          code += byteCount + byteCount % 2
        case (let count, let byte):
          if bits == 8 {
            write(column, byte, Int(count))
          } else {
            for pixel in 0..<Int(count) { write(column + pixel, index(byte, pixel), 1) }
          }
          column += Int(count)
        }
      }
      return .missing
    }

    private func index(_ byte: UInt8, _ pixel: Int) -> UInt8 {
      bits == 8 ? byte : pixel % 2 == 0 ? byte >> 4 : byte & 15
    }
  }
#endif
