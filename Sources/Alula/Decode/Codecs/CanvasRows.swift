#if os(Linux)
  import Foundation

  /// Puts the rows of a smaller picture onto the rows of a transparent canvas. What lies outside the canvas is cut off.
  struct CanvasRows {
    private let canvas: PixelSize
    private let top: Int
    private let left: Int
    private let channels: Int
    private var row: [UInt8]
    private var written = 0
    private var received = 0

    init(canvas: PixelSize, top: Int, left: Int, channels: Int) {
      self.canvas = canvas
      self.top = top
      self.left = left
      self.channels = channels
      row = [UInt8](repeating: 0, count: canvas.width * channels)
    }

    /// Adds the picture's next row.
    mutating func append(_ pixels: UnsafeRawBufferPointer, into scaler: inout RowScaler) throws(LoadError) {
      let place = top + received
      received += 1
      guard place < canvas.height else { return }
      while written < place { try appendEmpty(into: &scaler) }
      if left == 0, pixels.count >= row.count {
        scaler.append(UnsafeRawBufferPointer(rebasing: pixels[0..<row.count]))
      } else {
        let start = min(left * channels, row.count)
        let count = min(pixels.count, row.count - start)
        row.withUnsafeMutableBytes { row in
          row[start..<start + count].copyBytes(from: pixels[0..<count])
          scaler.append(UnsafeRawBufferPointer(row))
          _ = row[start..<start + count].initializeMemory(as: UInt8.self, repeating: 0)
        }
      }
      written += 1
    }

    /// Fills up the canvas after the last row.
    mutating func finish(into scaler: inout RowScaler) throws(LoadError) {
      while written < canvas.height { try appendEmpty(into: &scaler) }
    }

    /// A small frame may lie on a huge canvas, so this looks whether it was cancelled, too.
    private mutating func appendEmpty(into scaler: inout RowScaler) throws(LoadError) {
      if written % 64 == 0, Task.isCancelled { throw .cancelled }
      row.withUnsafeBytes { scaler.append($0) }
      written += 1
    }
  }
#endif
