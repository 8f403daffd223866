#if os(Linux) && SVG
  import Foundation

  /// A number with its unit, as attributes and style sheets have it.
  struct SVGNumber {
    var value: Double
    /// Lower case, without what follows it.
    var unit: Substring

    /// CSS Values 4 section 6.2. A share of something, or of a font's height, is counted as if that were `whole`.
    func pixels(whole: Double) -> Double {
      switch unit {
      case "in": value * 96
      case "cm": value * 96 / 2.54
      case "mm": value * 96 / 25.4
      case "pt": value * 96 / 72
      case "pc": value * 16
      case "em", "rem": value * whole
      case "ex", "ch": value * whole
      case "%": value / 100 * whole
      default: value
      }
    }

    var pixels: Double { pixels(whole: 1000) }

    /// Every number of a text, whatever stands between them.
    static func list(_ text: String) -> [SVGNumber] {
      var text = text
      return text.withUTF8 { bytes in
        var (index, numbers): (Int, [SVGNumber]) = (0, [])
        while let number = next(bytes, &index) {
          let start = index
          while index < bytes.count, isLetter(bytes[index]) || bytes[index] == UInt8(ascii: "%") { index += 1 }
          let unit = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
          numbers.append(SVGNumber(value: number, unit: Substring(unit)))
        }
        return numbers
      }
    }

    /// The next number from `index` on; more than a `Double` holds is infinite.
    static func next(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Double? {
      while index < bytes.count, !begins(bytes, index) { index += 1 }
      guard index < bytes.count else { return nil }
      return read(bytes, &index)
    }

    static func begins(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
      var index = index
      if bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") { index += 1 }
      if index < bytes.count, bytes[index] == UInt8(ascii: ".") { index += 1 }
      return index < bytes.count && isDigit(bytes[index])
    }

    private static func read(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Double {
      let isNegative = bytes[index] == UInt8(ascii: "-")
      if isNegative || bytes[index] == UInt8(ascii: "+") { index += 1 }
      var (value, scale): (Double, Double) = (0, 1)
      while index < bytes.count, isDigit(bytes[index]) { value = value * 10 + Double(bytes[index] - 48); index += 1 }
      if index + 1 < bytes.count, bytes[index] == UInt8(ascii: "."), isDigit(bytes[index + 1]) {
        index += 1
        while index < bytes.count, isDigit(bytes[index]) {
          scale /= 10
          value += Double(bytes[index] - 48) * scale
          index += 1
        }
      } else if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
        index += 1
      }
      return (isNegative ? -value : value) * exponent(bytes, &index)
    }

    private static func exponent(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Double {
      var place = index
      guard place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") else { return 1 }
      place += 1
      guard place < bytes.count else { return 1 }
      let isNegative = bytes[place] == UInt8(ascii: "-")
      if isNegative || bytes[place] == UInt8(ascii: "+") { place += 1 }
      guard place < bytes.count, isDigit(bytes[place]) else { return 1 }
      var power = 0
      while place < bytes.count, isDigit(bytes[place]) {
        power = min(400, power * 10 + Int(bytes[place] - 48))
        place += 1
      }
      index = place
      return pow(10, Double(isNegative ? -power : power))
    }

    static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }
  }
#endif
