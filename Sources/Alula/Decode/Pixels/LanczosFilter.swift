/// The two passes of the separable filter over reduced rows. Overshoot is kept between the passes and cut off once, at
/// the end.
enum LanczosFilter {
  /// Mixes `taps` rows of a ring of `taps` rows, the oldest of which is in slot `oldest`.
  static func mixRows(
    ring: UnsafePointer<Int16>, stride: Int, oldest: Int, taps: Int, weights: UnsafePointer<Int16>,
    into line: UnsafeMutablePointer<Int16>, count: Int
  ) {
    let half: Int32 = 1 << Int32(ResampleAxis.weightBits - 1)
    for index in 0..<count {
      var sum = half
      for tap in 0..<taps {
        let slot = (oldest + tap) % taps
        sum &+= Int32(ring[slot * stride + index]) &* Int32(weights[tap])
      }
      line[index] = Int16(truncatingIfNeeded: sum >> Int32(ResampleAxis.weightBits))
    }
  }

  /// Mixes the pixels of `line` into `axis.output` pixels of four bytes; grey is spread, missing alpha is 255.
  static func mixColumns(
    _ line: UnsafePointer<Int16>, axis: borrowing ResampleAxis, layout: RowLayout,
    into target: UnsafeMutablePointer<UInt8>
  ) {
    let channels = layout.channels
    let shift = Int32(ResampleAxis.weightBits + BoxReduction.fractionBits)
    var values: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 255)
    for index in 0..<axis.output {
      let start = Int(axis.starts[index])
      for channel in 0..<channels {
        var sum: Int32 = 1 << (shift - 1)
        for tap in 0..<axis.taps {
          sum &+= Int32(line[(start + tap) * channels + channel]) &* Int32(axis.weights[index * axis.taps + tap])
        }
        let value = UInt8(clamping: sum >> shift)
        switch channel {
        case 0: values.0 = value
        case 1: values.1 = value
        case 2: values.2 = value
        default: values.3 = value
        }
      }
      if channels == 2 { values.3 = values.1 }
      if channels < 3 { (values.1, values.2) = (values.0, values.0) }
      if layout.hasAlpha {
        values.0 = min(values.0, values.3)
        values.1 = min(values.1, values.3)
        values.2 = min(values.2, values.3)
      }
      target[index * 4] = values.0
      target[index * 4 + 1] = values.1
      target[index * 4 + 2] = values.2
      target[index * 4 + 3] = values.3
    }
  }
}
