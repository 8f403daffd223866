#if os(Linux) && SVG
  import Foundation

  /// An element of a document: its name and what its attributes and its `style` say, each a property with a value.
  struct SVGElement {
    var name: String
    private(set) var id = ""
    private(set) var classes: [Substring] = []
    private(set) var href: String?
    var isLink: Bool { name == "a" || name.hasPrefix("animate") || name == "set" }
    private(set) var properties: [(name: String, value: String)] = []

    init(name: String) { self.name = name }

    mutating func add(_ name: String, _ value: String) {
      switch name {
      case "id": id = value
      case "href": href = value
      case "style": properties += SVGStyle.declarations(SVGStyle.plain(value)[...])
      case "class": classes = value.lowercased().split { $0.isWhitespace }
      default: properties.append((name, value))
      }
    }

    mutating func add(_ declarations: [(name: String, value: String)]) { properties += declarations }

    func values(_ name: String) -> [String] { properties.filter { $0.name == name }.map(\.value) }

    func says(_ name: String) -> Bool { properties.contains { $0.name == name } }

    /// The largest number, in CSS pixels, that the value of a property begins with, or `otherwise`.
    func number(_ name: String, otherwise: Double = 0) -> Double {
      values(name).compactMap { SVGNumber.list($0).first?.pixels }.max() ?? otherwise
    }
  }
#endif
