import AlulaTesting
import Foundation
import Testing

@testable import Alula

@Suite struct DurationHistogramTests {
  @Test(arguments: [1, 2, 10, 1_000, 20_000])
  func `quantiles of any durations are within a thirty-second of the exact ones`(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    // From nanoseconds to hours, every size as likely as every other.
    let values = (0..<count).map { _ in Int64(exp(Double.random(in: 0...30, using: &random))) }
    var histogram = DurationHistogram()
    for value in values { histogram.add(.nanoseconds(value)) }
    let sorted = values.sorted()
    for share in [0, 0.001, 0.25, 0.5, 0.9, 0.99, 0.999, 1] {
      let rank = max(1, Int((share * Double(count)).rounded(.up)))
      let exact = Double(sorted[rank - 1])
      let told = histogram.quantile(share) / .nanoseconds(1)
      #expect(abs(told - exact) <= exact * DurationHistogram.relativeError, "\(share) of \(count): \(told), \(exact)")
    }
  }

  @Test(arguments: [0, 1, 15, 16, 17, 31, 32, 33, 1_000, 1 << 40, (1 << 40) - 1, .max] as [Int64])
  func `one duration is told as itself`(value: Int64) {
    var histogram = DurationHistogram()
    histogram.add(.nanoseconds(value))
    for share in [0, 0.5, 1] { #expect(histogram.quantile(share) == .nanoseconds(value)) }
    #expect(histogram.total == .nanoseconds(value))
  }

  @Test func `nothing has quantiles of zero, and less than nothing counts as zero`() {
    var histogram = DurationHistogram()
    #expect(histogram.quantile(0.5) == .zero)
    histogram.add(.seconds(-1))
    #expect(histogram.count == 1)
    #expect(histogram.quantile(0.5) == .zero)
  }

  @Test func `a duration beyond every bucket is the longest`() {
    var histogram = DurationHistogram()
    histogram.add(.seconds(Int64.max))
    histogram.add(.zero)
    #expect(histogram.longest == .seconds(Int64.max))
    #expect(histogram.quantile(0.5) == .zero)
  }

  @Test func `a summary is exact but for its quantiles, and reads its own JSON`() throws {
    var histogram = DurationHistogram()
    for value in 1...100 { histogram.add(.milliseconds(value)) }
    let summary = DurationSummary(histogram)
    #expect(summary.count == 100)
    #expect(summary.total == .milliseconds(5050))
    #expect(summary.minimum == .milliseconds(1))
    #expect(summary.maximum == .milliseconds(100))
    #expect(abs(summary.p90 / .milliseconds(90) - 1) <= DurationHistogram.relativeError)
    let data = try JSONEncoder().encode(summary)
    #expect(try JSONDecoder().decode(DurationSummary.self, from: data) == summary)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Double])
    #expect(object["total_ms"] == 5050)
    #expect(object["max_ms"] == 100)
    #expect(object.keys.sorted() == ["count", "max_ms", "min_ms", "p50_ms", "p90_ms", "p99_ms", "total_ms"])
  }
}
