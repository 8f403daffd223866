import Foundation

// A list under stress: `FlingBench [--rounds N] [--death-swipe SECONDS] [--only fling|death-swipe] [--seed N] [--corpus FOLDER] [--pictures
// FOLDER] [--out FILE]`. What is measured runs in children of this process (`--child`), the servers in it.
let arguments = Array(CommandLine.arguments.dropFirst())
let corpus = URL(filePath: FlingBench.option("--corpus") ?? "../shared/corpus/workloads")
if arguments.first == "--child" {
  if arguments[1] == "death-swipe", let seconds = Int(arguments[3]), let seed = UInt64(arguments[4]) {
    try FlingBench.answer(await DeathSwipe(base: arguments[2], seconds: seconds, seed: seed).run())
  } else if let way = Way(rawValue: arguments[1]), let workload = try Workload(URL(filePath: arguments[4])),
    let trace = workload.traces[arguments[2]]
  {
    try FlingBench.answer(await ListPlayer(way: way, trace: trace, rows: workload.rows, base: arguments[3]).play())
  } else {
    exit(2)
  }
  exit(0)
}

var lines = ["## Fling", ""]
if FlingBench.option("--only") != "death-swipe" {
  if let workload = try Workload(corpus) {
    let pictures = URL(filePath: FlingBench.option("--pictures") ?? ".build/fling")
    lines += try FlingBench.flings(
      workload, corpus: corpus, rounds: FlingBench.option("--rounds").flatMap(Int.init) ?? 3, pictures: pictures)
  } else {
    lines += ["Flings: SKIPPED, there is no \(corpus.path)/scroll_traces.json.", ""]
  }
}
if FlingBench.option("--only") != "fling" {
  lines += try FlingBench.swipe(
    FlingBench.option("--death-swipe").flatMap(Int.init) ?? 30,
    FlingBench.option("--seed").flatMap(UInt64.init) ?? UInt64.random(in: 0..<1_000_000))
}
let text = lines.joined(separator: "\n")
print(text)
if let out = FlingBench.option("--out") { try Data(text.utf8).write(to: URL(filePath: out)) }
