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
        frameMemory, (canvas.width + frame.width) * 4, 64 * 1024,
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
      let palette = colors
      var indexes = [UInt8](repeating: 0, count: frame.width)
      var pixels = [UInt32](repeating: 0, count: frame.width)
      for row in 0..<frame.height {
        if row % 64 == 0 { try job.checkCancellation() }
        let count = indexes.withUnsafeMutableBufferPointer { codes.read($0) }
        guard count == frame.width else { throw incomplete }
        try append(indexes[...], palette, &pixels, into: &rows, &scaler)
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
      let palette = colors
      var pixels = [UInt32](repeating: 0, count: frame.width)
      for row in 0..<frame.height {
        try append(indexes[row * frame.width..<(row + 1) * frame.width], palette, &pixels, into: &rows, &scaler)
      }
    }

    private func append(
      _ indexes: ArraySlice<UInt8>, _ palette: [UInt32], _ pixels: inout [UInt32], into rows: inout CanvasRows,
      _ scaler: inout RowScaler
    ) throws(LoadError) {
      var place = 0
      for index in indexes {
        pixels[place] = palette[Int(index)]
        place += 1
      }
      try pixels.withUnsafeBufferPointer { pixels throws(LoadError) in
        try rows.append(UnsafeRawBufferPointer(pixels), into: &scaler)
      }
    }

    /// 256 colours as RGBA in memory order. An index the table does not have is black, as in browsers.
    private var colors: [UInt32] {
      var colors = [UInt32](repeating: UInt32(littleEndian: 0xFF00_0000), count: 256)
      for index in 0..<(frame.palette?.count ?? 0) {
        let place = (frame.palette?.index ?? 0) + index * 3
        guard let red = bytes[place], let green = bytes[place + 1], let blue = bytes[place + 2] else { break }
        colors[index] = UInt32(littleEndian: UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 0xFF00_0000)
      }
      if let transparent = frame.transparentIndex { colors[Int(transparent)] = 0 }
      return colors
    }

    private var incomplete: LoadError {
      frame.isWhole ? ContainerHeader.damaged(.gif, "its first frame is not whole.") : ContainerHeader.truncated(.gif)
    }
  }
#endif
