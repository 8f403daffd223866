import Foundation

/// How one side is resampled: a whole-number box average first, down to at least twice the output, then Lanczos3.
///
/// A box alone is soft and aliases, Lanczos alone costs time in proportion to the source; together they are within
/// what 8 bits can show of Lanczos alone.
struct ResampleAxis: Sendable {
  /// The first source value used.
  let first: Int
  /// How many source values are used, from `first` on.
  let count: Int
  /// Source values averaged into one reduced value; the last may have fewer.
  let factor: Int
  /// Number of reduced values.
  let reduced: Int
  /// Number of output values.
  let output: Int
  /// Reduced values mixed into one output value.
  let taps: Int
  /// Where the taps of each output value start. Empty before `weighted()`.
  private(set) var starts: [Int32] = []
  /// `weightStride` weights for each output value, zeros behind the first `taps`; each set sums to 1. Empty before `weighted()`.
  private(set) var weights: [Float] = []
  /// `taps` rounded up to whole vectors.
  let weightStride: Int
  /// Where the output starts, in source values after `first`.
  private let start: Double
  /// Source values for one output value.
  private let ratio: Double
  /// What the last source value lacks.
  private let missing: Double

  /// Sums of this many bytes fit 16 bits, and the sums of a square of them fit the 23 bits of a `Float`.
  private static let maximumFactor = 128
  /// A quarter of a gigabyte. Arrays stop the process when memory cannot be had, so they are kept small.
  private static let maximumWeights = 1 << 26

  private static func excess(_ output: Int) -> LoadError {
    LoadError(.tooManyPixels, "A side of \(output) pixels is too long to be scaled to.")
  }

  /// Whether output values are source values, unchanged.
  var isExact: Bool { taps == 1 && factor == 1 && count == output }

  /// The plan for `output` values that show `span` source values from `start` on, out of `source`.
  /// - Parameter lastShare: How much of the last source value there is: of averages it may be one over fewer.
  /// - Throws: `.tooManyPixels` for more weights than any picture needs.
  init(source: Int, start: Double, span: Double, output: Int, lastShare: Double = 1) throws(LoadError) {
    guard output <= Self.maximumWeights / 4 else { throw Self.excess(output) }
    self.output = output
    if abs(span - Double(output)) < 1e-3, abs(start - start.rounded()) < 1e-3, output <= source {
      first = min(max(0, Int(start.rounded())), source - output)
      (count, factor, reduced, taps) = (output, 1, output, 1)
      weightStride = 4
      (self.start, ratio, missing) = (0, 1, 0)
      return
    }
    // The span is trusted only as far as the rows reach: it comes from a header.
    let begin = min(max(0, start), Double(source - 1))
    let end = min(max(begin + 1e-6, start + span), Double(source))
    let ratio = (end - begin) / Double(output)
    let first = Int(begin)
    let count = max(1, Int((end - 1e-6).rounded(.up)) - first)
    let factor = Self.factor(ratio: ratio)
    let reduced = (count + factor - 1) / factor
    (self.first, self.count, self.factor, self.reduced) = (first, count, factor, reduced)
    taps = min(reduced, Self.taps(ratio: ratio))
    weightStride = (taps + 3) & ~3
    guard weightStride <= Self.maximumWeights / output else { throw Self.excess(output) }
    missing = first + count == source ? 1 - lastShare : 0
    (self.start, self.ratio) = (begin - Double(first), ratio)
  }

  /// The same axis with its weights, which take up to a quarter of a gigabyte: to be asked for when the budget was checked, and not
  /// where rows pass unchanged.
  func weighted() -> ResampleAxis {
    var axis = self
    axis.starts.reserveCapacity(output)
    axis.weights.reserveCapacity(output * weightStride)
    if factor == 1, taps == 1, ratio == 1 {
      for index in 0..<output {
        axis.starts.append(Int32(index))
        axis.weights += [1, 0, 0, 0]
      }
    } else {
      axis.computeWeights()
    }
    return axis
  }

  /// The box factor for `ratio` source values an output value.
  static func factor(ratio: Double) -> Int { min(maximumFactor, max(1, Int(ratio / 2))) }

  /// Taps that Lanczos3 needs for `ratio` source values an output value.
  static func taps(ratio: Double) -> Int {
    let factor = factor(ratio: ratio)
    return Int((6 * max(1, ratio / Double(factor))).rounded(.up))
  }

  private mutating func computeWeights() {
    let kernel = LanczosKernel.shared
    let stretch = max(1, ratio)
    let box = Double(factor)
    let reach = LanczosKernel.lobes * stretch
    // The last box may be cut short by the end of the source: it has another center and counts for less.
    let lastLength = Double(count - (reduced - 1) * factor) - missing
    var exact = [Double](repeating: 0, count: taps)
    for index in 0..<output {
      let center = start + (Double(index) + 0.5) * ratio
      // From the first value whose center lies less than three lobes away. Past the edges there is nothing: what is
      // there shares the whole weight.
      let low = Int(((center - reach) / box + 0.5).rounded(.down))
      let from = min(max(0, low), reduced - taps)
      for tap in 0..<taps {
        let length = from + tap == reduced - 1 ? lastLength : box
        let distance = (Double(from + tap) * box + length / 2 - center) / stretch
        let height = factor == 1 ? kernel.value(distance) : kernel.value(distance, averaged: box / stretch)
        exact[tap] = height * length
      }
      starts.append(Int32(from))
      let sum = exact.reduce(0, +)
      for height in exact { weights.append(Float(height / sum)) }
      for _ in taps..<weightStride { weights.append(0) }
    }
  }
}
