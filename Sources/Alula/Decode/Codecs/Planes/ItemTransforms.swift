#if os(Linux) && (AVIF || HEIC)
  /// How the stored picture of a HEIF item becomes the one that is seen. They alone count; Exif inside such files does not
  /// (ISO/IEC 23008-12 section 6.5 and annex A.2.1).
  struct ItemTransforms: Hashable, Sendable {
    /// Cuts before anything is turned: files that want another order break MIAF (ISO/IEC 23000-22 section 7.3.6.7).
    var aperture: CleanAperture?
    private(set) var orientation = Orientation.up

    /// `irot`: quarter turns against the clock.
    mutating func turn(quarters: Int) {
      orientation = Orientation(isMirrored: isMirrored, clockwiseQuarters: clockwiseQuarters - quarters)
    }

    /// `imir`: axis 0 exchanges top and bottom, 1 left and right.
    mutating func mirror(axis: Int) {
      // What was turned before turns the other way in the mirror. Top and bottom exchanged are left and right exchanged, turned round.
      orientation = Orientation(
        isMirrored: !isMirrored, clockwiseQuarters: axis & 1 == 1 ? -clockwiseQuarters : 2 - clockwiseQuarters)
    }

    /// The part of a stored picture of `size` that is seen.
    func area(of size: PixelSize) -> PixelArea { aperture?.area(of: size) ?? PixelArea(whole: size) }

    private var isMirrored: Bool { Orientation.mirrored.contains(orientation) }

    private var clockwiseQuarters: Int {
      (isMirrored ? Orientation.mirrored : Orientation.turned).firstIndex(of: orientation) ?? 0
    }
  }

  extension Orientation {
    /// By quarter turns with the clock.
    fileprivate static let turned: [Orientation] = [.up, .right, .down, .left]
    /// Left and right exchanged, then turned.
    fileprivate static let mirrored: [Orientation] = [.upMirrored, .rightMirrored, .downMirrored, .leftMirrored]

    fileprivate init(isMirrored: Bool, clockwiseQuarters: Int) {
      let quarters = (clockwiseQuarters % 4 + 4) % 4
      self = isMirrored ? Self.mirrored[quarters] : Self.turned[quarters]
    }
  }
#endif
