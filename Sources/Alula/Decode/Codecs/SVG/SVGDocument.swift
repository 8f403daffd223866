#if os(Linux) && SVG
  import CImageCodecs
  import Foundation

  /// A document as librsvg parsed it: no scripts, no addresses but `data:` ones, no entities from outside. Used by one thread.
  final class SVGDocument {
    /// What the document is large in CSS pixels, by the rules for replaced elements (CSS Images 3 section 5.1): its width and height; one of
    /// them and the shape of its view box; the view box; 300 × 150.
    let width: Double
    let height: Double
    /// What drawing it can cost.
    let cost: SVGCost
    private let svg: OpaquePointer

    /// Parses the document, once its cost is known: already that can take minutes.
    init(_ bytes: UnsafeRawBufferPointer) throws(LoadError) {
      cost = try SVGCost(bytes)
      var message = [CChar](repeating: 0, count: 256)
      guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
        let svg = alula_svg_create(base, bytes.count, &message)
      else {
        throw ContainerHeader.damaged(.svg, Self.text(message))
      }
      var header = alula_svg_header()
      alula_svg_read_header(svg, &header)
      (width, height) = Self.size(header)
      self.svg = svg
      guard width.isFinite, height.isFinite, width <= Self.longestSide, height <= Self.longestSide else {
        throw LoadError(
          .tooManyPixels, "The SVG says that a side of it is longer than \(Int(Self.longestSide)) pixels.")
      }
    }

    deinit { alula_svg_destroy(svg) }

    static func readHeader(_ data: Data) throws(LoadError) -> ContainerHeader {
      try data.withBytes { bytes throws(LoadError) in
        var container = ContainerHeader(format: .svg, size: try SVGDocument(bytes).size)
        container.header.hasAlpha = true
        return container
      }
    }

    /// In whole pixels, at least 1.
    var size: PixelSize { PixelSize(width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded()))) }

    /// Draws the part of the document that `geometry` shows into `pixels`, which are zeroed.
    func draw(
      _ geometry: DecodeGeometry, of size: PixelSize, into pixels: UnsafeMutablePointer<UInt32>
    ) throws(LoadError) {
      // The geometry counts in whole pixels, the document need not.
      let (across, down) = (width / Double(size.width), height / Double(size.height))
      let (crop, output) = (geometry.crop, geometry.codedOutput)
      var message = [CChar](repeating: 0, count: 256)
      let status = alula_svg_draw(
        svg, width, height, crop.x * across, crop.y * down, Double(output.width) / (crop.width * across),
        Double(output.height) / (crop.height * down), pixels, Int32(output.width), Int32(output.height), &message)
      guard status == ALULA_DECODE_OK else {
        throw CodecStatus.error(status, .svg, message: Self.text(message))
      }
    }

    /// A side that no screen has; larger ones are a mistake or a trap.
    private static let longestSide = 1e6

    private static func size(_ header: alula_svg_header) -> (width: Double, height: Double) {
      let hasView = header.view_width > 0 && header.view_height > 0
      switch (header.width > 0, header.height > 0) {
      case (true, true): return (header.width, header.height)
      case (true, false):
        return (header.width, hasView ? header.width * header.view_height / header.view_width : 150)
      case (false, true):
        return (hasView ? header.height * header.view_width / header.view_height : 300, header.height)
      case (false, false): return hasView ? (header.view_width, header.view_height) : (300, 150)
      }
    }

    private static func text(_ message: [CChar]) -> String {
      String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
#endif
