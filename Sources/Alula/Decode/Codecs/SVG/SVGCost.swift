#if os(Linux) && SVG
  import Foundation

  /// What drawing a document can cost at most, by a look at its text. librsvg holds a surface as large as the picture for each open group
  /// with opacity, a mask, a filter or a blend mode, and for each step of a filter. Elements drawn by reference are drawn once for each
  /// reference, and so on inwards: a kilobyte can ask for a thousand million of them. librsvg stops after half a million, minutes later.
  struct SVGCost {
    private static let mostReferred = 100_000

    /// Pictures held at once, the bitmap included.
    let surfaces: Int

    init(_ bytes: ByteReader) throws(LoadError) {
      var scan = SVGScan(bytes)
      scan.run()
      guard scan.referred <= Self.mostReferred else {
        throw LoadError(.tooManyPixels, "The SVG draws more than \(Self.mostReferred) elements by reference.")
      }
      surfaces = 1 + scan.steps + (scan.hasLayers ? scan.depth : 0)
    }
  }
#endif
