import Foundation

/// The runs of one trace as a Markdown table, and its bars.
struct FlingTable {
  let name: String
  let runs: [Way: [FlingRun]]

  /// Nobody sees less: a wait of nothing counts as one frame.
  private static let frame = 1.0 / 60

  var lines: [String] {
    var lines = [
      "### \(name)", "",
      "| way | rows complete after, median | p90 | wasted on rows passed | on rows ahead | in all | peak | failed |",
      "|---|---|---|---|---|---|---|---|",
    ]
    for way in Way.allCases {
      guard let runs = runs[way], !runs.isEmpty else { continue }
      let failed = runs.reduce(0) { $0 + $1.played.failed }
      lines.append(
        "| \(way.name) | \(seconds(wait(way, 0.5))) | \(seconds(wait(way, 0.9))) | \(kilobytes(median(way, \.passedBytes))) "
          + "| \(kilobytes(median(way, \.aheadBytes))) | \(kilobytes(median(way, \.bytes))) "
          + "| \(median(way, \.played.peak) / 1_048_576) MB | \(failed) |")
    }
    let wasted = { way in median(way, \.passedBytes) + median(way, \.aheadBytes) }
    let sooner = [0.5, 0.9].map { wait(.fifo, $0) / max(Self.frame, wait(.alula, $0)) }
    let share = Double(wasted(.alula)) / Double(max(1, wasted(.fifo)))
    let passed = Double(median(.alula, \.passedBytes)) / Double(max(1, median(.fifo, \.passedBytes)))
    lines += [
      "",
      bar("median at least 3 × sooner than oldest first: \(text(sooner[0])) ×", sooner[0] >= 3),
      bar("p90 at least 3 × sooner than oldest first: \(text(sooner[1])) ×", sooner[1] >= 3),
      bar(
        "wasted at most 25 % of oldest first: \(text(100 * share)) %, of rows passed alone \(text(100 * passed)) %",
        share <= 0.25), "",
    ]
    return lines
  }

  /// Over the rows of every run.
  private func wait(_ way: Way, _ quantile: Double) -> Double {
    let all = (runs[way] ?? []).flatMap(\.played.waits).sorted()
    return all.isEmpty ? 0 : all[min(all.count - 1, Int(Double(all.count) * quantile))]
  }

  private func median(_ way: Way, _ value: (FlingRun) -> Int) -> Int {
    let all = (runs[way] ?? []).map(value).sorted()
    return all.isEmpty ? 0 : all[all.count / 2]
  }

  private func text(_ value: Double) -> String { String(format: "%.1f", value) }
  private func seconds(_ value: Double) -> String { String(format: "%.2f s", value) }
  private func kilobytes(_ value: Int) -> String { "\(value / 1000) KB" }
}

/// A bar's line.
func bar(_ text: String, _ isMet: Bool) -> String { "- \(isMet ? "met" : "MISSED"): \(text)" }
