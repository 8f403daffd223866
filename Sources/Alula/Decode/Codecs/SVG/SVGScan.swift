#if os(Linux) && SVG
  import Foundation

  /// The second walk: what drawing each element can take, by its attributes and what the style sheets say of it.
  final class SVGScan: SVGVisitor {
    private(set) var parts = SVGParts()
    private(set) var elements = 0
    /// Steps of filters.
    private(set) var steps = 0
    /// Whether anything asks for a layer.
    private(set) var hasLayers = false
    /// Bytes of attributes, but of images.
    private(set) var attributeBytes = 0
    private(set) var mostCharacters = 0
    private(set) var mostDashes = 0.0
    private(set) var largestFont = 16.0
    private(set) var largestKernel = 0.0
    private(set) var gradients = SVGGradients()
    /// Addresses of images within the document.
    private(set) var images: [String] = []

    /// What an open element hands down.
    private struct Level {
      var part = 0
      var depth = 0.0
      var fontGrowth = 1.0
      var zoom = 1.0
      /// The shortest sum of dashes; 0 without.
      var period = 0.0
      var markers: [(name: Substring, isForEach: Bool)] = []
      var isText = false
      var startsText = false
    }

    static let mostReferences = 500_000
    private let style: SVGStyle
    private var levels = [Level()]
    private var characters = 0

    init(_ style: SVGStyle) { self.style = style }

    func begin(_ element: SVGElement) -> Bool {
      var element = element
      style.apply(to: &element)
      var level = inherited(by: element)
      elements += 1
      if element.name.hasPrefix("fe") { readStep(element, level.part) }
      if element.name.hasSuffix("Gradient") || element.name == "stop" {
        gradients.add(element)
      } else if !element.id.isEmpty {
        // What the part itself enlarges counts wherever it is drawn.
        let outer = levels.last ?? Level()
        level.part = parts.add(element.id[...], in: level.part, place(outer, 1))
        (level.fontGrowth, level.zoom) = (level.fontGrowth / outer.fontGrowth, level.zoom / outer.zoom)
        level.depth = 1
      }
      levels.append(level)
      parts.change(level.part) {
        $0.elements += 1
        $0.depth = max($0.depth, level.depth)
        $0.fontGrowth = max($0.fontGrowth, level.fontGrowth)
        $0.zoom = max($0.zoom, level.zoom)
      }
      readReferences(element, level)
      readOutline(element, level)
      return parts.references <= Self.mostReferences
    }

    func end() {
      guard levels.count > 1 else { return }
      let level = levels.removeLast()
      guard level.startsText else { return }
      let count = Double(characters)
      mostCharacters = max(mostCharacters, characters)
      parts.change(level.part) {
        $0.characters += count
        $0.layout += count * count
        // An outline of a letter is not longer than a few times its height.
        if level.period > 0 { $0.dashes += 16 * count * largestFont / level.period }
      }
      characters = 0
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
      guard levels.last?.isText == true else { return }
      characters += bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    }

    func instruction(_ text: String) {}

    private func inherited(by element: SVGElement) -> Level {
      var level = levels.last ?? Level()
      level.depth += 1
      level.startsText = element.name == "text" && !level.isText
      level.isText = level.isText || level.startsText
      for (name, value) in element.properties {
        attributeBytes += value.utf8.count
        switch name {
        case "font-size", "font": readFont(value, isShort: name == "font", &level)
        case "transform": level.zoom = max(1e-9, level.zoom * SVGTransform.zoom(value))
        case "viewBox": level.zoom = max(1e-9, level.zoom * SVGTransform.zoom(viewBox: value, element))
        case "stroke-dasharray":
          let period = SVGNumber.list(value).reduce(0) { $0 + abs($1.pixels(whole: 1)) }
          if period > 0 { level.period = level.period > 0 ? min(level.period, period) : period }
        case "opacity", "mask", "filter", "isolation", "mix-blend-mode", "enable-background": hasLayers = true
        case _ where name.hasPrefix("marker"):
          let isForEach = name == "marker-mid" || name == "marker"
          for reference in Self.references(value) { level.markers.append((reference, isForEach)) }
          level.markers = level.markers.suffix(12)
        default: break
        }
      }
      return level
    }

    private func readFont(_ value: String, isShort: Bool, _ level: inout Level) {
      var growth = value.lowercased().contains("larger") ? 1.2 : 1
      for number in SVGNumber.list(value) {
        switch number.unit {
        case "%", "em", "ex", "ch", "rem": growth = max(growth, number.pixels(whole: 1))
        case "" where isShort && number.value <= 1000: break
        default: largestFont = max(largestFont, number.pixels)
        }
      }
      level.fontGrowth *= growth
    }

    private func readStep(_ element: SVGElement, _ part: Int) {
      steps += 1
      var cost = 1.0
      if element.name == "feTurbulence" { cost = 70 * max(1, element.number("numOctaves", otherwise: 1)) }
      if element.name == "feConvolveMatrix" {
        let order = (element.values("order").last.map { SVGNumber.list($0).map(\.value) } ?? []) + []
        let kernel = (order.first ?? 3) * (order.count > 1 ? order[1] : order.first ?? 3)
        largestKernel = max(largestKernel, kernel)
        cost = 10 * kernel
      }
      parts.change(part) { $0.filtering += cost }
    }

    private func readReferences(_ element: SVGElement, _ level: Level) {
      if let href = element.href, !element.isLink {
        let address = href.drop { $0.isWhitespace }
        if address.prefix(5).lowercased() == "data:" {
          images.append(String(address))
        } else {
          attributeBytes += href.utf8.count
          if let mark = address.lastIndex(of: "#"), !element.name.hasSuffix("Gradient") {
            parts.refer(to: address[address.index(after: mark)...], from: level.part, place(level, 1))
          }
        }
      }
      for (name, value) in element.properties where !name.hasPrefix("marker") && value.utf8.contains(UInt8(ascii: "("))
      {
        for reference in Self.references(value) { parts.refer(to: reference, from: level.part, place(level, 1)) }
      }
    }

    private func readOutline(_ element: SVGElement, _ level: Level) {
      guard let (points, length) = SVGShape.outline(element, wantsLength: level.period > 0 || !level.markers.isEmpty)
      else {
        return
      }
      var isForEach = false
      for marker in level.markers {
        isForEach = isForEach || marker.isForEach
        let times = marker.isForEach ? Double(points) : 1
        parts.refer(to: marker.name, from: level.part, place(level, times))
      }
      let dashes = level.period > 0 ? 2 * length / level.period : 0
      mostDashes = max(mostDashes, dashes)
      parts.change(level.part) {
        $0.dashes += dashes
        if isForEach { $0.directions += Double(points) * Double(points) }
      }
    }

    private func place(_ level: Level, _ times: Double) -> SVGParts.Place {
      SVGParts.Place(depth: level.depth, times: times, fontGrowth: level.fontGrowth, zoom: level.zoom)
    }

    /// What a value names as "url(#name)".
    static func references(_ value: String) -> [Substring] {
      guard value.utf8.contains(UInt8(ascii: "#")), value.lowercased().contains("url(") else { return [] }
      return value.split(separator: "#", omittingEmptySubsequences: false).dropFirst().map { rest in
        rest.prefix { !"\"') \t\r\n".contains($0) }
      }
    }

    func total() -> SVGParts.Cost { parts.total() }
  }
#endif
