#if os(Linux) && SVG
  import Foundation

  /// How many points the outline of a shape has and how long it is at most.
  enum SVGShape {
    /// `nil` for what is no shape.
    static func outline(_ element: SVGElement, wantsLength: Bool) -> (points: Int, length: Double)? {
      switch element.name {
      case "path", "polyline", "polygon":
        guard wantsLength else { return (0, 0) }
        let isPath = element.name == "path"
        return element.values(isPath ? "d" : "points").reduce((0, 0)) { sum, value in
          let path = SVGPath(isPath ? value : "M" + value)
          // A polygon returns to its start.
          return (sum.0 + path.points + 1, sum.1 + path.length * (isPath ? 1 : 2))
        }
      case "line": return (2, sum(element, "x1", "x2", "y1", "y2"))
      case "rect": return (0, 2 * sum(element, "width", "height"))
      case "circle", "ellipse": return (0, 2 * .pi * sum(element, "r", "rx", "ry"))
      default: return nil
      }
    }

    private static func sum(_ element: SVGElement, _ names: String...) -> Double {
      names.reduce(0) { sum, name in
        sum + element.values(name).reduce(0) { max($0, SVGNumber.list($1).map { abs($0.pixels) }.max() ?? 0) }
      }
    }
  }
#endif
