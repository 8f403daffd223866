import Alula
import Foundation

/// What a death swipe came to.
struct SwipeReport: Codable, Sendable {
  struct Sample: Codable, Sendable {
    /// Bytes.
    let resident: Int
    let living: Int
    let use: Int
  }

  let samples: [Sample]
  let peak: Int
  let delivered: Int
  let wrong: Int
  let failed: Int
  let fill: Double
  let evictions: Int

  var lines: [String] {
    let half = samples.count / 2
    let halves = [Array(samples[..<half]), Array(samples[half...])]
    let megabytes = { (bytes: Int) in String(format: "%.1f MB", Double(bytes) / 1_048_576) }
    var lines = [
      "### Death swipe", "",
      "\(DeathSwipe.rows) rows, \(samples.count) samples after \(String(format: "%.1f", fill)) s of filling the cache, "
        + "\(delivered) pictures looked at, \(evictions) evicted.", "",
      "| half | bitmaps alive, median | most | memory of the process, median | most | the pipeline's count, most |",
      "|---|---|---|---|---|---|",
    ]
    for (name, half) in zip(["first", "second"], halves) {
      lines.append(
        "| \(name) | \(median(half.map(\.living))) | \(half.map(\.living).max() ?? 0) | \(megabytes(median(half.map(\.resident)))) "
          + "| \(megabytes(half.map(\.resident).max() ?? 0)) | \(megabytes(half.map(\.use).max() ?? 0)) |")
    }
    let limit = DeathSwipe.cap.bytes + 60 * 1_048_576
    let (first, second) = (median(halves[0].map(\.living)), median(halves[1].map(\.living)))
    return lines + [
      "",
      bar("peak at most the cap and 60 MB: \(megabytes(peak)) of \(megabytes(limit))", peak <= limit),
      bar(
        "bitmaps alive stay level: \(first), then \(second) (5 % or 20 more at most)",
        second <= first + max(20, first / 20)),
      bar(
        "no wrong picture of \(delivered): \(wrong) wrong, \(failed) failed", wrong == 0 && failed == 0 && delivered > 0
      ),
      "",
    ]
  }

  private func median(_ values: [Int]) -> Int { values.isEmpty ? 0 : values.sorted()[values.count / 2] }
}
