#if os(Linux)
  /// One scan (ITU-T T.81 sections B.2.3, F.2.2, G.2): brings DC coefficients, or a further bit of them, and passes over whatever
  /// else is between them.
  struct DCScan {
    /// A block of a unit, and where it goes.
    private struct Block {
      let component: Int
      let differences: DifferenceTable?
      let coefficients: SkipTable?
      /// Where the block of the first unit goes, and how far from there the next unit's and the next row of units' goes.
      let start: Int
      let step: Int
      let rowStep: Int
    }

    private let blocks: [Block]
    private let unitsAcross: Int
    private let unitsDown: Int
    private let restartInterval: Int
    /// How far values are shifted, and whether this scan adds one bit.
    private let shift: Int
    let isRefinement: Bool

    /// Components whose DC coefficients it brings.
    let components: [Int]

    /// How many blocks are read.
    var visits: Int { blocks.count * unitsAcross * unitsDown }

    /// `nil` for a scan that cannot be.
    init?(_ segment: ByteReader, _ frame: DCFrame, _ tables: DCTables, streamLength: Int) {
      guard let count = segment[0].map({ Int($0) }), (1...frame.components.count).contains(count),
        let first = segment[1 + count * 2], let last = segment[2 + count * 2],
        let approximation = segment[3 + count * 2]
      else { return nil }
      shift = Int(approximation & 15)
      isRefinement = approximation >> 4 != 0
      let isDC = frame.isProgressive ? first == 0 && last == 0 : first == 0 && last == 63 && approximation == 0
      guard isDC, shift < 10, !isRefinement || Int(approximation >> 4) == shift + 1 else { return nil }
      restartInterval = tables.restartInterval
      var blocks: [Block] = []
      var components: [Int] = []
      var known: [Int: SkipTable] = [:]
      for index in 0..<count {
        guard let number = frame.components.firstIndex(where: { $0.identifier == segment[1 + index * 2] }),
          components.last ?? -1 < number, let selectors = segment[2 + index * 2], selectors >> 4 < 4, selectors & 15 < 4
        else { return nil }
        components.append(number)
        let component = frame.components[number]
        var differences: DifferenceTable?
        if !isRefinement {
          guard let table = tables.differences[Int(selectors >> 4)] else { return nil }
          differences = DifferenceTable(table)
        }
        if !frame.isProgressive, known[Int(selectors & 15)] == nil {
          guard let table = tables.coefficients[Int(selectors & 15)] else { return nil }
          known[Int(selectors & 15)] = SkipTable(table, streamLength: streamLength)
        }
        let (across, down) = count == 1 ? (1, 1) : (component.across, component.down)
        for place in 0..<across * down {
          blocks.append(
            Block(
              component: number, differences: differences,
              coefficients: frame.isProgressive ? nil : known[Int(selectors & 15)],
              start: component.start + place / across * component.stride + place % across, step: across,
              rowStep: down * component.stride))
        }
      }
      self.blocks = blocks
      self.components = components
      let only = frame.components[components[0]]
      unitsAcross = count == 1 ? only.blocksAcross : frame.unitsAcross
      unitsDown = count == 1 ? only.blocksDown : frame.unitsDown
    }

    /// Reads all units into `planes`. Returns where the data ended; `nil` when they are not what they should be, or the task was
    /// cancelled.
    func read(
      _ position: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, into planes: UnsafeMutablePointer<Int16>
    ) -> UnsafePointer<UInt8>? {
      var reader = EntropyReader(position, end: end)
      var predictions: (Int32, Int32, Int32) = (0, 0, 0)
      return withUnsafeMutablePointer(to: &predictions) { tuple in
        tuple.withMemoryRebound(to: Int32.self, capacity: 3) { predictions in
          var untilRestart = restartInterval == 0 ? Int.max : restartInterval
          var restarts = 0
          for row in 0..<unitsDown {
            guard !Task.isCancelled else { return nil }
            var column = 0
            while column < unitsAcross {
              if untilRestart == 0 {
                guard reader.restart(restarts) else { return nil }
                restarts += 1
                untilRestart = restartInterval
                for index in 0..<3 { predictions[index] = 0 }
              }
              let run = min(unitsAcross - column, untilRestart)
              guard readUnits(row, column..<column + run, &reader, predictions, planes) else { return nil }
              column += run
              untilRestart -= run
            }
          }
          return reader.position
        }
      }
    }

    private func readUnits(
      _ row: Int, _ columns: Range<Int>, _ given: inout EntropyReader, _ predictions: UnsafeMutablePointer<Int32>,
      _ planes: UnsafeMutablePointer<Int16>
    ) -> Bool {
      var reader = given
      let isWhole = blocks.withUnsafeBufferPointer { blocks in
        for column in columns {
          for block in blocks {
            let place = block.start &+ row &* block.rowStep &+ column &* block.step
            guard let differences = block.differences else {
              planes[place] |= Int16(truncatingIfNeeded: reader.takeBit() &<< UInt64(shift))
              continue
            }
            guard let difference = Self.difference(&reader, differences) else { return false }
            predictions[block.component] &+= difference
            planes[place] = Int16(truncatingIfNeeded: predictions[block.component] &<< Int32(shift))
            if let coefficients = block.coefficients, !Self.skip(&reader, coefficients) { return false }
          }
        }
        return true
      }
      given = reader
      return isWhole && !reader.isOverrun
    }

    @inline(__always)
    private static func difference(_ reader: inout EntropyReader, _ table: DifferenceTable) -> Int32? {
      reader.refill()
      var entry = table.entries[Int(truncatingIfNeeded: reader.bits &>> UInt64(64 - DifferenceTable.width))]
      if entry == 0 { entry = table.find(reader.bits) }
      let category = entry & 0xFF
      guard entry != 0, category <= 11 else { return nil }
      reader.skip(Int(entry &>> 8))
      // A value whose first bit is 0 is negative (table F.1, section F.2.2.1). Shifted twice: no category has no bits.
      let value = Int32(truncatingIfNeeded: (reader.bits &>> 1) &>> UInt64(63 &- category))
      let isNegative = Int64(bitPattern: reader.bits) >= 0
      reader.skip(Int(category))
      return isNegative ? value &- Int32(1) &<< Int32(category) &+ 1 : value
    }

    @inline(__always)
    private static func skip(_ reader: inout EntropyReader, _ table: SkipTable) -> Bool {
      let shift = UInt64(64 &- table.width)
      let entries = table.entries
      var places = 1
      while true {
        reader.refill()
        var entry = entries[Int(truncatingIfNeeded: reader.bits &>> shift)]
        if places &+ entry.places > 64 {
          entry = table.first(reader.bits)
          guard places &+ entry.places <= 64 else { return false }
        }
        reader.skip(entry.bits)
        places &+= entry.places
        if places &+ entry.end >= 64 { return true }
      }
    }
  }
#endif
