import Alula

/// The runs side by side, and each row of a run for those who want to see it.
@MainActor
struct RunTable {
  let runs: [Run]
  private static let width = 19

  var lines: [String] {
    let head = [row("", runs.map(\.name)), "  " + String(repeating: "─", count: 19 + runs.count * Self.width)]
    return head + facts.map { fact in row(fact.name, runs.map(fact.value)) } + errorLines
  }

  private var facts: [(name: String, value: (Run) -> String)] {
    [
      ("rows asked for", { "\($0.results.count)" }),
      ("distinct URLs", { "\($0.distinctURLs)" }),
      ("pictures", { "\($0.pictures.count)" }),
      ("  from network", { "\($0.pictures(from: .network))" }),
      ("  from memory", { "\($0.pictures(from: .memory))" }),
      ("  from disk", { "\($0.pictures(from: .disk))" }),
      ("  shown stale", { "\($0.stalePictures)" }),
      ("placeholders", { "\($0.placeholders)" }),
      ("errors", { "\($0.failures.count)" }),
      ("requests", { "\($0.requests.count)" }),
      ("  conditional", { "\($0.conditionalRequests)" }),
      ("bytes on the wire", { "\($0.bytesOnWire)" }),
      ("decodes", { "\($0.decodes)" }),
      ("memory hit rate", { $0.hitRate.map { "\(Int(($0 * 100).rounded())) %" } ?? "–" }),
      ("pixels held", { "\($0.memory.cost)" }),
      ("wall time", { $0.wallTime.short }),
      ("peak memory (all)", { $0.peakMemory.map { "\($0)" } ?? "–" }),
    ]
  }

  private var errorLines: [String] {
    let kinds = runs.map(\.errorKinds)
    return (0..<(kinds.map(\.count).max() ?? 0)).map { line in
      row(line == 0 ? "error kinds" : "", kinds.map { line < $0.count ? $0[line] : "" })
    }
  }

  private func row(_ name: String, _ values: [String]) -> String {
    "  " + name.padded(19) + values.map { $0.padded(Self.width, onTheLeft: true) }.joined()
  }

  /// A line for every row of `run`.
  static func rowLines(of run: Run) -> [String] {
    run.results.map { result in
      let start = "  " + "\(result.row)".padded(4, onTheLeft: true) + "  " + result.entry.name.padded(16)
      let time = result.time.short.padded(9, onTheLeft: true) + "  "
      switch result.outcome {
      case .placeholder: return start + time + "no image in the feed"
      case .failed(let error): return start + time + error.description
      case .picture(let response):
        let sizes =
          "\(response.encodedSize)".padded(10, onTheLeft: true)
          + " → \(response.image.size), \(response.image.byteCount)"
        return start + time + "\(response.source.rawValue)".padded(9) + response.format.name.padded(6) + sizes
      }
    }
  }
}

extension String {
  /// With blanks up to `width` characters; never shorter than it is.
  func padded(_ width: Int, onTheLeft: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - count))
    return onTheLeft ? blanks + self : self + blanks
  }
}
