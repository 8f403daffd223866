#if os(Linux) && TIFF
  import Foundation

  /// CIE L*a*b* of 8 bits (TIFF 6.0 section 23: L* from 0, a* and b* signed) as sRGB: by the white D65, numbers rounded down, as libvips and
  /// ImageMagick do it.
  enum LabColors {
    /// Converts `count` pixels of three bytes in place.
    static func convert(_ pixels: UnsafeMutablePointer<UInt8>, count: Int) {
      let curve = SRGBCurve.down
      // What is plain costs one conversion a run.
      var last: (UInt8, UInt8, UInt8) = (0, 0, 0)
      var color = Self.color(0, 0, 0, curve)
      for pixel in 0..<count {
        let place = pixels + pixel * 3
        if (place[0], place[1], place[2]) != last {
          last = (place[0], place[1], place[2])
          color = Self.color(
            Double(last.0) * 100 / 255, Double(Int8(bitPattern: last.1)), Double(Int8(bitPattern: last.2)), curve)
        }
        (place[0], place[1], place[2]) = (color.red, color.green, color.blue)
      }
    }

    /// CIE 15 section 8.2.1 backwards, then IEC 61966-2-1.
    private static func color(
      _ light: Double, _ a: Double, _ b: Double, _ curve: SRGBCurve
    ) -> (red: UInt8, green: UInt8, blue: UInt8) {
      let middle = (light + 16) / 116
      let (x, y, z) = (0.9505 * cube(middle + a / 500), cube(middle), 1.089 * cube(middle - b / 200))
      return (
        curve.value(3.2406 * x - 1.5372 * y - 0.4986 * z), curve.value(-0.9689 * x + 1.8758 * y + 0.0415 * z),
        curve.value(0.0557 * x - 0.204 * y + 1.057 * z)
      )
    }

    private static func cube(_ value: Double) -> Double {
      value > 6.0 / 29 ? value * value * value : 3 * (6.0 / 29) * (6.0 / 29) * (value - 4.0 / 29)
    }
  }
#endif
