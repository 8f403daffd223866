#if os(Linux) && SVG
  import Foundation

  /// What the style sheets of a document can cost: how many selectors every element is tried against, and what the rules declare. Of a
  /// selector only the last part is looked at, so that a rule is taken to meet more elements rather than fewer.
  struct SVGStyle {
    /// Simple selectors: a class, a name, an id.
    private(set) var plainSelectors = 0
    /// Those that look at an element's ancestors, too.
    private(set) var nestedSelectors = 0
    /// Those that look at its siblings, too.
    private(set) var siblingSelectors = 0
    /// Declarations by what the last part of their selector asks for: "#id", ".class", a name, or "*" for anything.
    private var rules: [Substring: [(name: String, value: String)]] = [:]
    /// Whether a sheet brings another one along within itself.
    private(set) var hasHiddenSheet = false

    mutating func add(_ sheet: String) {
      let text = Self.plain(sheet)
      if text.contains("@import"), text.contains("data:") { hasHiddenSheet = true }
      // An escape can hide where a name ends.
      let isClear = !sheet.utf8.contains(UInt8(ascii: "\\"))
      for rule in text.split(separator: "}") {
        guard let bracket = rule.lastIndex(of: "{") else {
          add(Self.declarations(rule), to: "*")
          continue
        }
        let declarations = Self.declarations(rule[rule.index(after: bracket)...]).filter { Self.isCostly($0.name) }
        // A rule within "@media { … }" begins after the last bracket.
        let selectors = rule[..<bracket].split(separator: "{").last ?? ""
        for selector in selectors.split(separator: ",") {
          count(selector)
          add(
            declarations, to: isClear && !selectors.contains(where: { "()[]".contains($0) }) ? Self.key(selector) : "*")
        }
      }
    }

    /// What the rules say that may meet the element.
    func apply(to element: inout SVGElement) {
      guard !rules.isEmpty else { return }
      let keys =
        ["*", element.name.lowercased()[...], "#\(element.id.lowercased())"] + element.classes.map { ".\($0)" }
      for key in keys { if let declarations = rules[key] { element.add(declarations) } }
    }

    private static func isCostly(_ name: String) -> Bool {
      switch name {
      case "opacity", "isolation", "mix-blend-mode", "font", "font-size", "stroke-dasharray", "transform", "filter",
        "mask", "clip-path", "width", "height", "r", "rx", "ry":
        true
      default: name.hasPrefix("marker")
      }
    }

    private mutating func add(_ declarations: [(name: String, value: String)], to key: Substring) {
      if !declarations.isEmpty { rules[key, default: []] += declarations }
    }

    private static func key(_ selector: Substring) -> Substring {
      let last = selector.split { $0.isWhitespace || ">+~".contains($0) }.last ?? "*"
      for mark in ["#", "."] as [Character] {
        guard let start = last.firstIndex(of: mark) else { continue }
        return last[start...].prefix(1) + last[start...].dropFirst().prefix { !"#.:".contains($0) }
      }
      let name = last.prefix { $0 != ":" }
      return name.isEmpty || name.contains("|") ? "*" : name
    }

    private mutating func count(_ selector: Substring) {
      if selector.contains(where: { "~+:".contains($0) }) {
        siblingSelectors += 1
      } else if selector.split(whereSeparator: { $0.isWhitespace || $0 == ">" }).count > 1 {
        nestedSelectors += 1
      } else {
        plainSelectors += 1
      }
    }

    static func declarations(_ text: Substring) -> [(name: String, value: String)] {
      text.split(separator: ";").compactMap { declaration in
        guard let colon = declaration.firstIndex(of: ":") else { return nil }
        let name = declaration[..<colon].drop { $0.isWhitespace }.prefix { !$0.isWhitespace }
        return (String(name), String(declaration[declaration.index(after: colon)...]))
      }
    }

    /// Lower case, comments taken out, escapes resolved (CSS Syntax 3 section 4.3.7), no brackets and semicolons within strings.
    static func plain(_ text: String) -> String {
      let bytes = Array(text.utf8)
      var (plain, index, quote): ([UInt8], Int, UInt8?) = ([], 0, nil)
      plain.reserveCapacity(bytes.count)
      while index < bytes.count {
        let byte = bytes[index]
        if quote == nil, byte == UInt8(ascii: "/"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "*") {
          index = endOfComment(bytes, index + 2)
        } else if byte == UInt8(ascii: "\\") {
          plain += escaped(bytes, &index)
        } else {
          if byte == quote || byte == UInt8(ascii: "\n") {
            quote = nil
          } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            quote = byte
          }
          let isMark = quote != nil && "{};".utf8.contains(byte)
          plain.append(isMark ? UInt8(ascii: "_") : (65...90).contains(byte) ? byte + 32 : byte)
          index += 1
        }
      }
      return String(decoding: plain, as: UTF8.self)
    }

    private static func endOfComment(_ bytes: [UInt8], _ start: Int) -> Int {
      var index = start
      while index + 1 < bytes.count {
        if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") { return index + 2 }
        index += 1
      }
      return bytes.count
    }

    private static func escaped(_ bytes: [UInt8], _ index: inout Int) -> [UInt8] {
      let start = index + 1
      index = start
      while index < bytes.count, index < start + 6, isHex(bytes[index]) { index += 1 }
      guard index > start else {
        defer { index = min(index + 1, bytes.count) }
        return index < bytes.count && !"{};:".utf8.contains(bytes[index]) ? [bytes[index]] : []
      }
      let code = UInt32(String(decoding: bytes[start..<index], as: UTF8.self), radix: 16) ?? 0
      if index < bytes.count, bytes[index] == 0x20 || (0x09...0x0D).contains(bytes[index]) { index += 1 }
      return Array(String(UnicodeScalar(code).map(Character.init) ?? "?").lowercased().utf8)
    }

    private static func isHex(_ byte: UInt8) -> Bool { (48...57).contains(byte) || (97...102).contains(byte | 0x20) }
  }
#endif
