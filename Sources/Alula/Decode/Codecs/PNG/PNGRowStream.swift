#if os(Linux)
  import CImageCodecs

  /// The rows of a PNG that is not interlaced, unfiltered and brought to 8 bits while they arrive.
  struct PNGRowStream: ~Copyable {
    /// What is inflated at a time: enough to make the calls cheap, little enough to stay in the cache.
    private static let batchBytes = 128 * 1024
    /// Longer rows are left to libpng, which keeps two of them and not a dozen.
    static let longestRow = 256 * 1024
    private static let group = Int(ALULA_PNG_ROW_GROUP)
    private static let padding = Int(ALULA_PNG_ROW_PADDING)

    private let size: PixelSize
    private let rowBytes: Int
    private let pixelBytes: Int
    private let batchRows: Int
    private let channels: Int
    private let samples: PixelBuffer<alula_png_samples>
    private let isPlain: Bool
    private var stream: PNGDataStream
    /// Inflated rows, each with its filter.
    private let filtered: PixelBuffer<UInt8>
    /// Two groups of undone rows in turn, so that the row above is still there, and a row for what is kept of a batch.
    private let slots: PixelBuffer<UInt8>
    private let expanded: PixelBuffer<UInt8>

    /// - Parameters:
    ///   - rowBytes: Of a row as it is stored, without its filter.
    ///   - chunks: The picture's data.
    init(
      _ size: PixelSize, rowBytes: Int, samples: alula_png_samples, chunks: PNGDataChunks
    ) throws(LoadError) {
      let batchRows = Self.batchRows(size, rowBytes)
      let isPlain = withUnsafePointer(to: samples) { alula_png_samples_are_plain($0) != 0 }
      let channels = Int(samples.channels)
      let kept = try PixelBuffer<alula_png_samples>(count: 1)
      let filtered = try PixelBuffer<UInt8>(count: (rowBytes + 1) * batchRows + Self.padding)
      let slots = try PixelBuffer<UInt8>(count: (rowBytes + Self.padding) * (Self.group * 2 + 1))
      let expanded = try PixelBuffer<UInt8>(count: isPlain ? 0 : size.width * channels + Self.padding)
      stream = try PNGDataStream(chunks, inflatedSize: (rowBytes + 1) * size.height)
      // What is read past the end of a row changes nothing, but must not be uninitialized.
      filtered.base.update(repeating: 0, count: filtered.count)
      slots.base.update(repeating: 0, count: slots.count)
      kept.base.initialize(to: samples)
      self.size = size
      self.rowBytes = rowBytes
      self.channels = channels
      self.batchRows = batchRows
      self.isPlain = isPlain
      pixelBytes = Self.pixelBytes(samples)
      self.samples = kept
      self.filtered = filtered
      self.slots = slots
      self.expanded = expanded
    }

    /// The memory taken for such rows; `nil` when the number does not fit an `Int`.
    static func memoryNeeded(_ size: PixelSize, rowBytes: Int, channels: Int) -> Int? {
      guard let rows = product(rowBytes + padding, batchRows(size, rowBytes) + group * 2 + 1),
        let expanded = product(size.width, channels)
      else { return nil }
      let (sum, overflow) = rows.addingReportingOverflow(expanded)
      return overflow || sum > .max - PNGDataStream.memoryNeeded ? nil : sum + PNGDataStream.memoryNeeded
    }

    private static func pixelBytes(_ samples: alula_png_samples) -> Int {
      max(1, Int(samples.channels_in) * Int(samples.bit_depth) / 8)
    }

    /// Whole groups of rows, one at least.
    private static func batchRows(_ size: PixelSize, _ rowBytes: Int) -> Int {
      min(max(1, batchBytes / (rowBytes + 1) / group), (size.height - 1) / group + 1) * group
    }

    /// Gives every row to `scaler`. `false` when the data are not exactly what they should be; some rows were given then.
    /// - Throws: `.cancelled`.
    mutating func read(into scaler: inout RowScaler, _ job: DecodeJob) throws(LoadError) -> Bool {
      guard stream.start() else { return false }
      let stride = rowBytes + Self.padding
      let kept = slots.base + Self.group * 2 * stride
      var above = UnsafePointer(kept)
      var done = 0
      var half = 0
      while done < size.height {
        try job.checkCancellation()
        let rows = min(batchRows, size.height - done)
        guard stream.read(filtered.base, count: rows * (rowBytes + 1)) else { return false }
        for first in Swift.stride(from: 0, to: rows, by: Self.group) {
          let count = min(Self.group, rows - first)
          guard let last = undo(first, count, above: above, slots.base + half * Self.group * stride, into: &scaler)
          else { return false }
          above = last
          half = 1 - half
        }
        // An unfiltered row lies where the next batch will.
        if above >= filtered.base, above < filtered.base + filtered.count {
          kept.update(from: above, count: rowBytes)
          above = UnsafePointer(kept)
        }
        done += rows
      }
      return stream.hasEnded()
    }

    /// Undoes `count` rows of the batch and gives them to `scaler`. Returns where the last one is; `nil` for a filter that is
    /// none.
    private func undo(
      _ first: Int, _ count: Int, above: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>,
      into scaler: inout RowScaler
    ) -> UnsafePointer<UInt8>? {
      var rows: (UnsafePointer<UInt8>?, UnsafePointer<UInt8>?, UnsafePointer<UInt8>?, UnsafePointer<UInt8>?)
      rows = (nil, nil, nil, nil)
      let isKnown = withUnsafeMutablePointer(to: &rows) { rows in
        rows.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: Self.group) { rows in
          alula_png_unfilter(
            filtered.base + first * (rowBytes + 1), rowBytes, Int32(pixelBytes), UInt32(count), above, target,
            rowBytes + Self.padding, rows) != 0
        }
      }
      guard isKnown else { return nil }
      var last: UnsafePointer<UInt8>?
      for row in [rows.0, rows.1, rows.2, rows.3] {
        guard let row else { break }
        append(row, to: &scaler)
        last = row
      }
      return last
    }

    private func append(_ row: UnsafePointer<UInt8>, to scaler: inout RowScaler) {
      guard !isPlain else {
        scaler.append(UnsafeRawBufferPointer(start: row, count: rowBytes))
        return
      }
      alula_png_expand_row(samples.base, row, expanded.base, size.width)
      scaler.append(UnsafeRawBufferPointer(start: expanded.base, count: size.width * channels))
    }
  }
#endif
