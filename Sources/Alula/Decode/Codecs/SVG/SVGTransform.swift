#if os(Linux) && SVG
  import Foundation

  /// By how much a transform enlarges, at most.
  enum SVGTransform {
    static func zoom(_ text: String) -> Double {
      text.split(separator: ")").reduce(1) { zoom, function in
        let parts = function.split(separator: "(", maxSplits: 1)
        guard parts.count == 2 else { return zoom }
        let numbers = SVGNumber.list(String(parts[1])).map { abs($0.value) }
        return bounded(zoom * self.zoom(parts[0].filter { $0.isLetter || $0.isNumber }.lowercased(), numbers))
      }
    }

    private static func zoom(_ name: String, _ numbers: [Double]) -> Double {
      switch name {
      case "matrix":
        numbers.count < 4 ? 1 : max(numbers[0] + numbers[2], numbers[1] + numbers[3])
      case "scale", "scalex", "scaley": numbers.max() ?? 1
      case "rotate": 1
      case "skewx", "skewy", "skew": 1 + (numbers.map { abs(tan($0 * .pi / 180)) }.max() ?? 0)
      default: 1
      }
    }

    /// A view box enlarges what is in it to the element's size; without one, it is taken for as large as its content.
    static func zoom(viewBox: String, _ element: SVGElement) -> Double {
      let box = SVGNumber.list(viewBox).map(\.value)
      guard box.count == 4, box[2] > 0, box[3] > 0 else { return 1 }
      let size = max(element.number("width"), element.number("height"), element.number("markerWidth"), 1)
      return bounded(size / min(box[2], box[3]))
    }

    /// What is made tiny may be enlarged again, but not without end.
    private static func bounded(_ zoom: Double) -> Double { max(1e-9, zoom) }
  }
#endif
