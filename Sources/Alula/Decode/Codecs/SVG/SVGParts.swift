#if os(Linux) && SVG
  import Foundation

  /// The parts of a document that can be drawn by reference, those with an id, and what drawing them costs, references followed. An element
  /// is counted in the innermost part that it stands in; parts that stand in another one are parts of that.
  struct SVGParts {
    /// What drawing takes. More than can be counted is infinite.
    struct Cost {
      /// How deep elements are nested.
      var depth = 0.0
      var elements = 0.0
      var characters = 0.0
      /// Dashes of outlines.
      var dashes = 0.0
      /// Tries to find the direction of a marker.
      var directions = 0.0
      /// What texts take to be laid out: the square of their characters.
      var layout = 0.0
      /// Nanoseconds that filters take for each pixel.
      var filtering = 0.0
      /// By how much sizes of fonts and transforms enlarge.
      var fontGrowth = 1.0
      var zoom = 1.0

      fileprivate mutating func add(_ inner: Cost, _ place: Place) {
        depth = max(depth, place.depth + inner.depth)
        elements += place.times * inner.elements
        characters += place.times * inner.characters
        dashes += place.times * inner.dashes
        directions += place.times * inner.directions
        layout += place.times * inner.layout
        filtering += place.times * inner.filtering
        fontGrowth = max(fontGrowth, place.fontGrowth * inner.fontGrowth)
        zoom = max(zoom, place.zoom * inner.zoom)
      }
    }

    /// Where in a part another one is drawn, and how often.
    struct Place {
      var depth: Double
      var times = 1.0
      var fontGrowth: Double
      var zoom: Double
    }

    private struct Part {
      var own = Cost()
      var inner: [(part: Int, place: Place)] = []
      var total: Cost?
      var isOpen = false
    }

    /// Whether something draws itself.
    private(set) var isCircular = false
    /// References so far.
    private(set) var references = 0
    /// Parts and, between them, names, which several parts may have. The first one is the document.
    private var parts = [Part()]
    private var names: [Substring: Int] = [:]

    /// libxml2 lets elements nest 256 deep.
    private static let deepest = 1024

    /// A new part of that name within another one.
    mutating func add(_ id: Substring, in outer: Int, _ place: Place) -> Int {
      let (name, part) = (named(id), parts.count)
      parts.append(Part())
      parts[outer].inner.append((part, place))
      parts[name].inner.append((part, Place(depth: 0, fontGrowth: 1, zoom: 1)))
      return part
    }

    mutating func refer(to id: Substring, from part: Int, _ place: Place) {
      parts[part].inner.append((named(id), place))
      references += 1
    }

    mutating func change(_ part: Int, _ body: (inout Cost) -> Void) { body(&parts[part].own) }

    /// What drawing the document takes, and how much of that is not by reference.
    mutating func total() -> Cost { total(of: 0, level: 0) }

    private mutating func named(_ id: Substring) -> Int {
      if let index = names[id] { return index }
      names[id] = parts.count
      parts.append(Part())
      return parts.count - 1
    }

    private mutating func total(of index: Int, level: Int) -> Cost {
      if let total = parts[index].total { return total }
      guard !parts[index].isOpen, level < Self.deepest else {
        isCircular = true
        return Cost()
      }
      parts[index].isOpen = true
      let inner = parts[index].inner
      var total = parts[index].own
      for (part, place) in inner { total.add(self.total(of: part, level: level + 1), place) }
      parts[index].isOpen = false
      parts[index].total = total
      return total
    }
  }
#endif
