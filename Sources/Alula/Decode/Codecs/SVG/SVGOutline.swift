#if os(Linux) && SVG
  import Foundation

  /// The first walk: how many elements there are, and what all style sheets say.
  final class SVGOutline: SVGVisitor {
    private(set) var style = SVGStyle()
    private(set) var elements = 0
    private(set) var depth = 0
    private(set) var mostChildren = 0
    private(set) var hasHiddenPart = false
    private let mostElements: Int
    /// The children of each open element, so far.
    private var children = [0]
    private var sheet: String?
    private var sheetLevel = 0

    init(mostElements: Int) { self.mostElements = mostElements }

    var isTooLarge: Bool { elements > mostElements }

    func begin(_ element: SVGElement) -> Bool {
      elements += 1
      children[children.count - 1] += 1
      mostChildren = max(mostChildren, children.last ?? 0)
      children.append(0)
      depth = max(depth, children.count)
      if element.name == "style", sheet == nil { (sheet, sheetLevel) = ("", children.count) }
      if element.name == "include", element.href?.contains(":") == true { hasHiddenPart = true }
      return !isTooLarge
    }

    func end() {
      if let text = sheet, children.count == sheetLevel {
        style.add(text)
        sheet = nil
      }
      children.removeLast()
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) { sheet?.append(String(decoding: bytes, as: UTF8.self)) }

    func instruction(_ text: String) {
      if text.lowercased().contains("data:") { hasHiddenPart = true }
    }

    /// How long it takes to find out which rules meet which elements, in tries of a plain selector.
    var tries: Double {
      let one =
        Double(style.plainSelectors) + 3 * Double(style.nestedSelectors) * max(1, Double(depth) / 8)
        + Double(style.siblingSelectors) * max(3, Double(mostChildren))
      return one * Double(elements)
    }
  }
#endif
