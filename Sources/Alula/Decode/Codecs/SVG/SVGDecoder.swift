#if os(Linux) && SVG
  import Foundation

  /// Draws an SVG at the size it is shown at. A drawing has no pixels that could become coarse, so it fills the target, be that larger than
  /// what the document says or smaller; without a target it is drawn at the document's own size.
  enum SVGDecoder {
    /// Cairo's surfaces are not larger.
    private static let longestSide = 32_767

    static func decode(_ job: DecodeJob) throws(LoadError) -> Bitmap {
      try job.data.withBytes { bytes throws(LoadError) in
        let document = try SVGDocument(bytes)
        let size = countedSize(of: document, for: job.options.target)
        let geometry = try geometry(size, job)
        let output = geometry.codedOutput
        guard output.width <= longestSide, output.height <= longestSide else {
          throw LoadError(.tooManyPixels, "An SVG is drawn at sides of at most \(longestSide) pixels, not \(output).")
        }
        let cost = document.cost
        let scale = max(Double(output.width) / document.width, Double(output.height) / document.height)
        try cost.check(pixels: output.width * output.height, scale: scale)
        let images = try SVGImages(cost.images, level: 0)
        try job.checkMemory(product(output.width, output.height, 4, cost.surfaces), cost.memory, images.memory)
        try job.checkCancellation()
        let pixels = try PixelBuffer<UInt32>(count: output.width * output.height)
        pixels.base.initialize(repeating: 0, count: pixels.count)
        try document.draw(geometry, of: size, into: pixels.base)
        try job.checkCancellation()
        reorder(pixels, makesStraight: job.keepsStraightAlpha)
        return Bitmap(size: output, adopting: pixels.take())
      }
    }

    /// The document's size as whole numbers. For a target only its shape counts, so one with fractions is counted in smaller units.
    private static func countedSize(of document: SVGDocument, for target: TargetSize?) -> PixelSize {
      let (width, height) = (document.width, document.height)
      let isWhole = width == width.rounded() && height == height.rounded()
      guard target?.constrains == true, !isWhole else { return document.size }
      let factor = 65_536 / max(width, height)
      return PixelSize(width: max(1, Int((width * factor).rounded())), height: max(1, Int((height * factor).rounded())))
    }

    private static func geometry(_ size: PixelSize, _ job: DecodeJob) throws(LoadError) -> DecodeGeometry {
      guard let target = job.options.target, target.constrains else {
        return try job.geometry(codedSize: size, orientation: .up)
      }
      let geometry = try DecodeGeometry(codedSize: size, orientation: .up, target: target.forDrawings)
      let most = job.options.budget.maximumPixels
      guard let pixels = geometry.codedOutput.pixelCount, pixels <= most else {
        throw LoadError(
          .tooManyPixels, "The SVG would be drawn at \(geometry.codedOutput) pixels; \(most) are allowed.")
      }
      return geometry
    }

    /// Cairo's 0xAARRGGBB becomes RGBA in memory order.
    private static func reorder(_ pixels: borrowing PixelBuffer<UInt32>, makesStraight: Bool) {
      for index in 0..<pixels.count {
        let pixel = pixels.base[index]
        pixels.base[index] = (pixel &<< 8 | pixel &>> 24).bigEndian
      }
      guard makesStraight else { return }
      pixels.base.withMemoryRebound(to: UInt8.self, capacity: pixels.count * 4) {
        unpremultiply($0, count: pixels.count)
      }
    }
  }

  extension TargetSize {
    /// Longer sides than any picture has do not constrain, unless enlarging was asked for. What cannot be shown at constrains: it is an
    /// error.
    fileprivate var constrains: Bool { !isFree(width) || !isFree(height) }

    /// The same target for what may be drawn at any size.
    fileprivate var forDrawings: TargetSize {
      var target = self
      if isFree(width) { target.width = .infinity }
      if isFree(height) { target.height = .infinity }
      target.allowsEnlarging = true
      return target
    }

    private func isFree(_ side: Double) -> Bool {
      side * scale > (allowsEnlarging ? .greatestFiniteMagnitude : 16_777_216)
    }
  }
#endif
