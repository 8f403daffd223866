#if os(Linux) && (AVIF || HEIC)
  /// The part of a stored picture that is to be seen (`clap`, ISO/IEC 14496-12 section 12.1.4.3): four fractions, as they are in the file.
  struct CleanAperture: Hashable, Sendable {
    private let width: Fraction
    private let height: Fraction
    /// From the picture's middle to the part's.
    private let across: Fraction
    private let down: Fraction

    /// `nil` when `fields` are not four numerators and denominators.
    init?(_ fields: [UInt32]) {
      guard fields.count == 8 else { return nil }
      width = Fraction(fields[0], fields[1])
      height = Fraction(fields[2], fields[3])
      across = Fraction(fields[4], fields[5])
      down = Fraction(fields[6], fields[7])
    }

    /// The part in whole pixels of a picture of `size`: between pixels it is rounded, outside the picture cut off. The whole picture
    /// when nothing is left or the fractions mean nothing, as browsers do.
    func area(of size: PixelSize) -> PixelArea {
      guard let columns = span(width, across, of: size.width), let rows = span(height, down, of: size.height) else {
        return PixelArea(whole: size)
      }
      return PixelArea(
        x: columns.lowerBound, y: rows.lowerBound, size: PixelSize(width: columns.count, height: rows.count))
    }

    private func span(_ length: Fraction, _ offset: Fraction, of side: Int) -> Range<Int>? {
      guard let length = length.value, let offset = offset.value, length >= 0.5 else { return nil }
      let start = (offset + (Double(side) - length) / 2).rounded(.down)
      let end = start + length.rounded()
      let (first, last) = (max(0, start), min(Double(side), end))
      guard first < last else { return nil }
      return Int(first)..<Int(last)
    }
  }

  /// Numerators may be below zero, denominators not.
  private struct Fraction: Hashable, Sendable {
    private let numerator: Int32
    private let denominator: UInt32

    init(_ numerator: UInt32, _ denominator: UInt32) {
      self.numerator = Int32(bitPattern: numerator)
      self.denominator = denominator
    }

    var value: Double? { denominator == 0 ? nil : Double(numerator) / Double(denominator) }
  }

  /// A part of a picture in whole pixels.
  struct PixelArea: Hashable, Sendable {
    var x: Int
    var y: Int
    var size: PixelSize

    init(x: Int, y: Int, size: PixelSize) {
      self.x = x
      self.y = y
      self.size = size
    }

    /// All of a picture.
    init(whole size: PixelSize) { self.init(x: 0, y: 0, size: size) }
  }
#endif
