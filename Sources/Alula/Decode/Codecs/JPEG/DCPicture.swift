#if os(Linux)
  import CImageCodecs
  import Foundation

  /// A JPEG at an eighth of its size, from its DC coefficients alone, which are the averages of 8 × 8 samples (ITU-T T.81 section
  /// A.3.3). AC coefficients are passed over and never kept; scans of a progressive picture that bring nothing else are not read.
  final class DCPicture {
    let frame: DCFrame
    private let planes: PixelBuffer<Int16>
    /// For each component the first value of its quantization table; `nil` until a scan brought its coefficients.
    private var quantizations: [Int?]
    /// Blocks that scans may still bring.
    private var visitsLeft: UInt64

    /// Memory that such a picture takes, and a reader of its rows.
    static func memoryNeeded(_ frame: DCFrame) -> Int { frame.blocks * 2 + frame.width * 4 }

    private init(_ frame: DCFrame) throws(LoadError) {
      self.frame = frame
      planes = try PixelBuffer<Int16>(count: frame.blocks)
      planes.base.update(repeating: 0, count: frame.blocks)
      visitsLeft = alula_jpeg_visit_limit(UInt64(frame.blocks), 0)
      quantizations = [Int?](repeating: nil, count: frame.components.count)
    }

    /// Reads `bytes`. `nil` for whatever is unusual, damaged or cut off: libjpeg decodes it or says what is wrong with it.
    /// - Parameter allows: Asked before memory is taken.
    static func read(
      _ bytes: UnsafeRawBufferPointer, allows: (DCFrame) -> Bool
    ) throws(LoadError) -> DCPicture? {
      let reader = ByteReader(bytes)
      var (tables, colors) = (DCTables(), JPEGColors())
      var picture: DCPicture?
      var scans = 0
      var index = 2
      while let marker = reader.nextMarker(&index) {
        // Restart markers that a scan left.
        if (0xD0...0xD7).contains(marker) { continue }
        if marker == 0xD9 { return picture?.isWhole == true ? picture : nil }
        guard let length = reader.big16(at: index), length >= 2, index + length <= reader.count else { return nil }
        let segment = reader.slice(index + 2, length - 2)
        index += length
        switch marker {
        case 0xC0, 0xC1, 0xC2:
          guard picture == nil, let frame = DCFrame(segment, isProgressive: marker == 0xC2), colors.areYCbCr(frame),
            allows(frame)
          else { return nil }
          picture = try DCPicture(frame)
        case 0xC4: guard tables.readCodes(segment) else { return nil }
        case 0xDB: guard tables.readQuantizations(segment) else { return nil }
        case 0xDD:
          guard segment.count == 2 else { return nil }
          tables.restartInterval = segment.big16(at: 0) ?? 0
        case 0xDA:
          scans += 1
          guard scans <= JPEGDecoder.longestScanCount, let picture, picture.readScan(segment, tables, bytes, &index)
          else { return nil }
          // One scan that brought everything: what follows is not looked at, as by libjpeg.
          if scans == 1, !picture.frame.isProgressive, picture.isWhole { return picture }
        case 0xE0...0xEF: colors.read(segment, marker)
        case 0xFE: break
        default: return nil
        }
      }
      // Without its end marker it may be cut off.
      return nil
    }

    private var isWhole: Bool { quantizations.allSatisfy { $0 != nil } }

    /// Reads a scan, or leaves it to be passed over. `false` when it is not what it should be.
    private func readScan(
      _ segment: ByteReader, _ tables: DCTables, _ bytes: UnsafeRawBufferPointer, _ index: inout Int
    ) -> Bool {
      // Section B.2.3: a header of any other length is damage to libjpeg.
      guard let count = segment[0].map({ Int($0) }), segment.count == 4 + count * 2 else { return false }
      // Only progressive pictures have scans without DC coefficients.
      if frame.isProgressive, segment[1 + count * 2] ?? 0 != 0 {
        return isWithoutDC(segment, tables)
      }
      guard let scan = DCScan(segment, frame, tables, streamLength: bytes.count - index),
        let base = bytes.bindMemory(to: UInt8.self).baseAddress,
        UInt64(scan.visits) <= visitsLeft,
        scan.components.allSatisfy({ (quantizations[$0] != nil) == scan.isRefinement }),
        // A scan whose table is not there yet is damage to libjpeg, even when it follows later.
        scan.components.allSatisfy({ tables.quantizations[frame.components[$0].quantization] != nil }),
        let end = scan.read(base + index, end: base + bytes.count, into: planes.base)
      else { return false }
      visitsLeft -= UInt64(scan.visits)
      for component in scan.components where quantizations[component] == nil {
        quantizations[component] = tables.quantizations[frame.components[component].quantization]
      }
      index = end - base
      return true
    }

    /// Whether a scan of AC coefficients says what it may (section G.1.1.1.1).
    private func isWithoutDC(_ segment: ByteReader, _ tables: DCTables) -> Bool {
      guard segment[0] == 1, let last = segment[4], let first = segment[3], first <= last, last < 64,
        let approximation = segment[5], approximation & 15 < 14, let selectors = segment[2], selectors & 15 < 4,
        approximation >> 4 == 0 || approximation >> 4 == approximation & 15 + 1
      else { return false }
      return tables.coefficients[Int(selectors & 15)] != nil
        && frame.components.indices.contains {
          frame.components[$0].identifier == segment[1] && quantizations[$0] != nil
        }
    }

    /// The coefficients of one row of blocks. `row` beyond the last one is the last one.
    func line(
      _ row: Int, component: Int
    ) -> (coefficients: UnsafePointer<Int16>, quantization: Int32, count: Int) {
      let plane = frame.components[component]
      let start = plane.start + min(max(0, row), plane.blocksDown - 1) * plane.stride
      return (
        UnsafePointer(planes.base + start), Int32(clamping: quantizations[component] ?? 1), plane.blocksAcross
      )
    }
  }
#endif
