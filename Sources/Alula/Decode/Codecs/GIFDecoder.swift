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
      let frameMemory = frame.isInterlaced ? product(frame.width, frame.height) : frame.width
      try job.checkMemory(
        frameMemory, (canvas.width + frame.width) * 4, LZWReader.memoryNeeded,
        RowScaler.memoryNeeded(source: canvas, layout: .rgba8Premultiplied, geometry: geometry))
      // Alpha is all or nothing, so straight and premultiplied are the same.
      var scaler = try RowScaler(
        source: canvas, scaleX: 1, scaleY: 1, layout: .rgba8Premultiplied, geometry: geometry)
      var rows = CanvasRows(canvas: canvas, top: frame.top, left: frame.left, channels: 4)
      if frame.width > 0, frame.height > 0 {
        guard var codes = LZWReader(bytes, at: frame.dataIndex) else {
          throw ContainerHeader.damaged(.gif, "the code size of its first frame.")
        }
        if frame.isInterlaced {
          try readInterlaced(&codes, into: &rows, &scaler)
        } else {
          try readRows(&codes, into: &rows, &scaler)
        }
      }
      try rows.finish(into: &scaler)
      return try scaler.finish(profile: nil, convertsColor: false)
    }

    private func readRows(
      _ codes: inout LZWReader, into rows: inout CanvasRows, _ scaler: inout RowScaler
    ) throws(LoadError) {
      var colors = GIFColors(frame, bytes)
      var indexes = [UInt8](repeating: 0, count: frame.width)
      for row in 0..<frame.height {
        if row % 64 == 0 { try job.checkCancellation() }
        let count = indexes.withUnsafeMutableBufferPointer { codes.read($0) }
        guard count == frame.width else { throw incomplete }
        try indexes.withUnsafeBufferPointer { indexes throws(LoadError) in
          try rows.append(colors.pixels(indexes), into: &scaler)
        }
      }
    }

    /// Four passes: every 8th row from 0, every 8th from 4, every 4th from 2, every 2nd from 1.
    private func readInterlaced(
      _ codes: inout LZWReader, into rows: inout CanvasRows, _ scaler: inout RowScaler
    ) throws(LoadError) {
      var indexes = [UInt8](repeating: 0, count: frame.width * frame.height)
      for (first, step) in [(0, 8), (4, 8), (2, 4), (1, 2)] {
        for row in stride(from: first, to: frame.height, by: step) {
          if row % 64 == 0 { try job.checkCancellation() }
          let count = indexes.withUnsafeMutableBufferPointer {
            codes.read(UnsafeMutableBufferPointer(rebasing: $0[row * frame.width..<(row + 1) * frame.width]))
          }
          guard count == frame.width else { throw incomplete }
        }
      }
      var colors = GIFColors(frame, bytes)
      for row in 0..<frame.height {
        try indexes.withUnsafeBufferPointer { indexes throws(LoadError) in
          let indexes = UnsafeBufferPointer(rebasing: indexes[row * frame.width..<(row + 1) * frame.width])
          try rows.append(colors.pixels(indexes), into: &scaler)
        }
      }
    }

    private var incomplete: LoadError {
      frame.isWhole ? ContainerHeader.damaged(.gif, "its first frame is not whole.") : ContainerHeader.truncated(.gif)
    }
  }
#endif
