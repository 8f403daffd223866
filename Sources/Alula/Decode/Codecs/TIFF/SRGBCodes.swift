#if os(Linux) && TIFF
  import Foundation

  /// The 8-bit sRGB number of linear light (IEC 61966-2-1), rounded down, without a power for each: the least light of each number is
  /// found once.
  struct SRGBCodes: Sendable {
    private static let cells = 1024
    /// The least light that each number stands for; from 256 on what is never reached.
    private let least: [Double]
    /// The number at the start of each of `cells` equal parts of the light from 0 to 1.
    private let starts: [UInt8]

    init() {
      var least = (0...255).map { Self.leastLight(of: $0) }
      least.append(.infinity)
      self.least = least
      starts = (0...Self.cells).map { UInt8(Self.exact(Double($0) / Double(Self.cells))) }
    }

    /// The number of a light; below 0 and above 1 it is cut off.
    func code(_ light: Double) -> UInt8 {
      guard light > 0 else { return 0 }
      var code = Int(starts[light < 1 ? Int(light * Double(Self.cells)) : Self.cells])
      while light >= least[code + 1] { code += 1 }
      return UInt8(code)
    }

    /// By the formula itself.
    static func exact(_ light: Double) -> UInt8 {
      let value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
      return UInt8(min(255, max(0, value * 255)))
    }

    /// Halves a span of light until no number lies inside. The light of 255 is a little above 1.
    private static func leastLight(of code: Int) -> Double {
      var (below, reached) = (-1.0, 2.0)
      guard code > 0 else { return 0 }
      while case let middle = (below + reached) / 2, middle > below, middle < reached {
        if exact(middle) >= code { reached = middle } else { below = middle }
      }
      return reached
    }
  }
#endif
