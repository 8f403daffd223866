#if os(Linux) && SVG
  import Foundation

  /// Walks over the tags of a document: how deep it gets and how often its elements are drawn, references followed. No XML parser: it sees
  /// tags in comments, too, and so counts too much rather than too little.
  struct SVGScan {
    /// Steps of filters.
    private(set) var steps = 0
    /// Whether anything asks for a layer.
    private(set) var hasLayers = false
    /// How deep elements are nested at most, references followed.
    private(set) var depth = 0
    /// How many elements are drawn because others refer to them.
    private(set) var referred = 0

    /// libxml2 lets elements nest 256 deep; what seems deeper is not drawn.
    private static let deepest = 512
    private static let limit = 1 << 40

    /// An element with an id: what is drawn with it.
    private struct Part {
      var depth = 0
      var elements = 0
      /// What it refers to, and how deep inside.
      var references: [(name: String, depth: Int)] = []
      var cost: Cost?
      var isOpen = false
    }

    private struct Cost {
      var depth: Int
      var drawn: Int
    }

    private let bytes: ByteReader
    /// The document itself is the part without a name.
    private var parts: [String: Part] = ["": Part()]
    /// Names of the open elements; empty for those without an id.
    private var open: [String] = []

    init(_ bytes: ByteReader) { self.bytes = bytes }

    mutating func run() {
      var index = 0
      while let start = bytes.firstIndex(of: UInt8(ascii: "<"), from: index) {
        let end = bytes.firstIndex(of: UInt8(ascii: ">"), from: start) ?? bytes.count
        readTag(bytes.slice(start + 1, end - start - 1))
        index = end + 1
      }
      hasLayers =
        bytes.has("opacity") || bytes.has("mask") || bytes.has("filter") || bytes.has("blend") || bytes.has("isolat")
      let cost = cost(of: "", level: 0)
      depth = cost.depth
      referred = cost.drawn - (parts[""]?.elements ?? 0)
    }

    private mutating func readTag(_ tag: ByteReader) {
      switch tag[0] {
      case UInt8(ascii: "/"): _ = open.popLast()
      case UInt8(ascii: "!"), UInt8(ascii: "?"), nil: break
      default:
        add(tag)
        if tag[tag.count - 1] == UInt8(ascii: "/") { _ = open.popLast() }
      }
    }

    private mutating func add(_ tag: ByteReader) {
      let name = tag.elementName
      if name.hasPrefix("fe") { steps += 1 }
      // Gradients are many and cost nothing.
      let id = name.hasSuffix("Gradient") ? "" : tag.identifier
      if parts[id] == nil { parts[id] = Part() }
      open.append(open.count < Self.deepest ? id : "")
      let references = tag.references
      // The element belongs to every open part, the document included.
      count(in: "", depth: open.count, references)
      for (level, id) in open.prefix(Self.deepest).enumerated() where !id.isEmpty {
        count(in: id, depth: open.count - level, references)
      }
    }

    private mutating func count(in name: String, depth: Int, _ references: [String]) {
      guard var part = parts.removeValue(forKey: name) else { return }
      part.depth = max(part.depth, depth)
      part.elements += 1
      for reference in references { part.references.append((reference, depth)) }
      parts[name] = part
    }

    /// What drawing a part costs. One that contains itself is not drawn a second time.
    private mutating func cost(of name: String, level: Int) -> Cost {
      guard let part = parts[name], !part.isOpen else { return Cost(depth: 0, drawn: 0) }
      if let cost = part.cost { return cost }
      guard level < Self.deepest else { return Cost(depth: Self.limit, drawn: Self.limit) }
      parts[name]?.isOpen = true
      var cost = Cost(depth: part.depth, drawn: part.elements)
      for reference in part.references {
        let inner = self.cost(of: reference.name, level: level + 1)
        cost.depth = max(cost.depth, min(Self.limit, reference.depth + inner.depth))
        cost.drawn = min(Self.limit, cost.drawn + inner.drawn)
      }
      parts[name]?.isOpen = false
      parts[name]?.cost = cost
      return cost
    }
  }

  /// A tag without its brackets.
  extension ByteReader {
    /// Without its prefix.
    fileprivate var elementName: Substring {
      let end = (0..<count).first { isBlank($0) || self[$0] == UInt8(ascii: "/") } ?? count
      return (text(at: 0, count: end) ?? "").split(separator: ":").last ?? ""
    }

    /// The value of the attribute `id`, or nothing.
    fileprivate var identifier: String {
      var index = 0
      while let place = firstIndex(of: UInt8(ascii: "="), from: index) {
        index = place + 1
        guard hasText("id", at: place - 2), isBlank(place - 3), let quote = self[index] else { continue }
        guard let end = firstIndex(of: quote, from: index + 1) else { continue }
        return text(at: index + 1, count: end - index - 1) ?? ""
      }
      return ""
    }

    /// What follows a "#" up to the end of a value: names of other elements, and colours, which no element is called.
    fileprivate var references: [String] {
      var (index, names): (Int, [String]) = (0, [])
      while let place = firstIndex(of: UInt8(ascii: "#"), from: index) {
        let end = (place + 1..<count).first { isEnd($0) } ?? count
        names.append(text(at: place + 1, count: end - place - 1) ?? "")
        index = end + 1
      }
      return names.filter { !$0.isEmpty }
    }

    fileprivate func has(_ word: StaticString) -> Bool {
      var index = 0
      while let place = firstIndex(of: word.utf8Start.pointee, from: index) {
        if hasText(word, at: place) { return true }
        index = place + 1
      }
      return false
    }

    private func isBlank(_ index: Int) -> Bool { self[index].map { $0 == 0x20 || (0x09...0x0D).contains($0) } ?? false }

    private func isEnd(_ index: Int) -> Bool {
      isBlank(index) || self[index].map { "\"');".utf8.contains($0) } ?? true
    }
  }
#endif
