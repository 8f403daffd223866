#if os(Linux)
  import Foundation

  /// The first frame of a GIF on a transparent canvas. As browsers do, the background colour is never painted.
  struct GIFDecoder {
    private let job: DecodeJob
    private let bytes: ByteReader
    private let canvas: PixelSize
    private let frame: GIFFile.Frame

    static func decode(_ job: DecodeJob) throws(LoadError) -> Bitmap {
      try job.data.withBytes { bytes throws(LoadError) in
        let reader = ByteReader(bytes)
        let file = try GIFFile(reader, limit: 1)
        guard let frame = file.frames.first else { throw ContainerHeader.damaged(.gif, "no picture in it.") }
        return try GIFDecoder(job: job, bytes: reader, canvas: file.canvas, frame: frame).decode()
      }
    }

    private func decode() throws(LoadError) -> Bitmap {
      let geometry = try job.geometry(codedSize: canvas, orientation: .up)
      // What lies outside the canvas is not seen, but it is undone all the same.
      try job.checkPixels(PixelSize(width: frame.width, height: frame.height), of: "The first frame")
      let frameMemory = frame.isInterlaced ? product(frame.width, frame.height) : frame.width
      try job.checkMemory(
        frameMemory, (canvas.width + frame.width) * 4, LZWReader.memoryNeeded,
        RowScaler.memoryNeeded(source: canvas, layout: .rgba8Premultiplied, geometry: geometry))
      // Alpha is all or nothing, so straight and premultiplied are the same.
      var scaler = try RowScaler(
        source: canvas, scaleX: 1, scaleY: 1, layout: .rgba8Premultiplied, geometry: geometry)
      var rows = CanvasRows(canvas: canvas, top: frame.top, left: frame.left, channels: 4)
      var isWhole = true
      if frame.width > 0, frame.height > 0 {
        guard var codes = LZWReader(bytes, at: frame.dataIndex) else {
          throw ContainerHeader.damaged(.gif, "the code size of its first frame.")
        }
        if frame.isInterlaced {
          isWhole = try readInterlaced(&codes, into: &rows, &scaler)
        } else {
          isWhole = try readRows(&codes, into: &rows, &scaler)
        }
      }
      if isWhole || !job.options.allowsPartial { try rows.finish(into: &scaler) }
      return try scaler.finish(profile: nil, convertsColor: false, allowsPartial: job.options.allowsPartial)
    }

    /// Whether all rows came.
    private func readRows(
      _ codes: inout LZWReader, into rows: inout CanvasRows, _ scaler: inout RowScaler
    ) throws(LoadError) -> Bool {
      var colors = GIFColors(frame, bytes)
      var indexes = [UInt8](repeating: 0, count: frame.width)
      for row in 0..<frame.height {
        if row % 64 == 0 { try job.checkCancellation() }
        let count = indexes.withUnsafeMutableBufferPointer { codes.read($0) }
        guard count == frame.width else {
          guard isPreview(codes.hasRunOut) else { throw incomplete }
          return false
        }
        try indexes.withUnsafeBufferPointer { indexes throws(LoadError) in
          try rows.append(colors.pixels(indexes), into: &scaler)
        }
      }
      return true
    }

    /// Four passes: every 8th row from 0, every 8th from 4, every 4th from 2, every 2nd from 1. Whether all rows came.
    private func readInterlaced(
      _ codes: inout LZWReader, into rows: inout CanvasRows, _ scaler: inout RowScaler
    ) throws(LoadError) -> Bool {
      var indexes = [UInt8](repeating: 0, count: frame.width * frame.height)
      // How far each row is below the one that it shows: in a preview that of an earlier pass.
      var distances = [Int](repeating: 8, count: job.options.allowsPartial ? frame.height : 0)
      var isWhole = true
      passes: for (first, step) in [(0, 8), (4, 8), (2, 4), (1, 2)] {
        for row in stride(from: first, to: frame.height, by: step) {
          if row % 64 == 0 { try job.checkCancellation() }
          let count = indexes.withUnsafeMutableBufferPointer {
            codes.read(UnsafeMutableBufferPointer(rebasing: $0[row * frame.width..<(row + 1) * frame.width]))
          }
          guard count == frame.width else {
            guard isPreview(codes.hasRunOut) else { throw incomplete }
            isWhole = false
            break passes
          }
          if job.options.allowsPartial {
            for below in 0..<min(8, frame.height - row) { distances[row + below] = min(distances[row + below], below) }
          }
        }
      }
      var colors = GIFColors(frame, bytes)
      for row in 0..<frame.height {
        let shown = row - (distances.isEmpty ? 0 : distances[row])
        guard shown > row - 8 else { break }
        try indexes.withUnsafeBufferPointer { indexes throws(LoadError) in
          let indexes = UnsafeBufferPointer(rebasing: indexes[shown * frame.width..<(shown + 1) * frame.width])
          try rows.append(colors.pixels(indexes), into: &scaler)
        }
      }
      return isWhole
    }

    /// Whether a row that is missing ends a preview, and is no error.
    private func isPreview(_ hasRunOut: Bool) -> Bool { job.options.allowsPartial && hasRunOut && !frame.isWhole }

    private var incomplete: LoadError {
      frame.isWhole ? ContainerHeader.damaged(.gif, "its first frame is not whole.") : ContainerHeader.truncated(.gif)
    }
  }
#endif
