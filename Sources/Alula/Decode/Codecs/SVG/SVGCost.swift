#if os(Linux) && SVG
  import Foundation

  /// What drawing a document can cost at most, found before librsvg sees it, which knows few bounds and ends the process at some numbers.
  /// The limits lie well above what drawings have and well below what takes minutes; each is what librsvg 2.54 does in some seconds.
  struct SVGCost {
    private static let mostElements = 200_000
    private static let mostReferred = 100_000.0
    private static let mostTries = 4e7
    private static let mostCharacters = 200_000.0
    private static let mostLayout = 1e9
    private static let mostDashes = 3e6
    private static let mostDirections = 5e7
    private static let mostStops = 5_000
    private static let mostGradientSteps = 2e7
    /// Pango counts in 1,024ths of a point in 32 bits: beyond 2,097,151 pixels librsvg ends the process.
    private static let largestFont = 1e6
    /// Letters that are larger on the screen take seconds each.
    private static let largestLetter = 1e7
    private static let largestZoom = 1e6
    /// librsvg reads no more than 400 numbers and then ends the process, because they are too few.
    private static let largestKernel = 400.0
    /// Nanoseconds.
    private static let mostFiltering = 2e10

    /// Pictures held at once, the bitmap included.
    let surfaces: Int
    /// Bytes that librsvg keeps beside them, but for images.
    let memory: Int
    /// Addresses of the images within the document.
    let images: [String]
    private let filtering: Double
    private let letter: Double

    init(_ bytes: UnsafeRawBufferPointer) throws(LoadError) {
      let outline = SVGOutline(mostElements: Self.mostElements)
      try SVGWalk.walk(bytes, outline)
      try Self.check(outline)
      let scan = SVGScan(outline.style)
      try SVGWalk.walk(bytes, scan)
      guard scan.parts.references <= SVGScan.mostReferences else {
        throw Self.excess("refers to more than \(SVGScan.mostReferences) elements")
      }
      let total = scan.total()
      try Self.check(scan, total)
      surfaces = 1 + scan.steps + (scan.hasLayers ? Int(min(1e9, total.depth)) : 0)
      memory = 1800 * scan.elements + 24 * scan.attributeBytes + 6000 * scan.mostCharacters + Int(130 * scan.mostDashes)
      images = scan.images
      filtering = total.filtering
      letter = total.characters > 0 ? scan.largestFont * total.fontGrowth * total.zoom : 0
    }

    /// Refuses what takes too long at that many pixels, each document's pixel drawn `scale` pixels large.
    func check(pixels: Int, scale: Double) throws(LoadError) {
      guard filtering * Double(pixels) <= Self.mostFiltering else {
        throw Self.excess("has filters that take too long at \(pixels) pixels")
      }
      guard letter * scale <= Self.largestLetter else {
        throw Self.excess("has letters larger than \(Self.largestLetter) pixels")
      }
    }

    private static func check(_ outline: SVGOutline) throws(LoadError) {
      guard !outline.isTooLarge else { throw excess("has more than \(mostElements) elements") }
      guard outline.tries <= mostTries else { throw excess("has too many style rules for its elements") }
      guard !outline.hasHiddenPart, !outline.style.hasHiddenSheet else {
        throw LoadError(.decoding, "The SVG includes a document or a style sheet in a data: URL.")
      }
    }

    private static func check(_ scan: SVGScan, _ total: SVGParts.Cost) throws(LoadError) {
      guard !scan.parts.isCircular else { throw LoadError(.decoding, "The SVG has an element that draws itself.") }
      guard total.elements - Double(scan.elements) <= mostReferred else {
        throw excess("draws more than \(Int(mostReferred)) elements by reference")
      }
      guard scan.largestKernel <= largestKernel else {
        let numbers = whole(scan.largestKernel)
        throw excess("has a feConvolveMatrix of \(numbers) numbers; \(Int(largestKernel)) are allowed")
      }
      let font = scan.largestFont * total.fontGrowth
      guard font <= largestFont else {
        throw excess("has a font size of up to \(whole(font)) pixels; \(Int(largestFont)) are allowed")
      }
      guard total.zoom <= largestZoom else {
        throw excess("enlarges \(whole(total.zoom)) times; \(Int(largestZoom)) times are allowed")
      }
      guard total.characters <= mostCharacters, total.layout <= mostLayout else {
        throw excess("has too many characters, or too many in one text")
      }
      guard total.dashes <= mostDashes else {
        throw excess("draws \(whole(total.dashes)) dashes; \(Int(mostDashes)) are allowed")
      }
      guard total.directions <= mostDirections else { throw excess("has markers on a path of too many points") }
      var gradients = scan.gradients
      let steps = total.elements * Double(gradients.mostStops + gradients.longestChain())
      guard gradients.mostStops <= mostStops, steps <= mostGradientSteps else {
        throw excess("has too many stops of gradients for its elements")
      }
    }

    /// A count without a fraction; what is too large for one as it is.
    private static func whole(_ value: Double) -> String {
      abs(value) < 1e15 ? "\(Int(value.rounded(.up)))" : "\(value)"
    }

    private static func excess(_ what: String) -> LoadError { LoadError(.tooManyPixels, "The SVG \(what).") }
  }
#endif
