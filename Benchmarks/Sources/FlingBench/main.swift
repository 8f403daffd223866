import Alula
import AlulaTesting
import Foundation

// A list under stress: `FlingBench [--rounds N] [--death-swipe SECONDS] [--only fling|death-swipe] [--seed N] [--corpus FOLDER] [--pictures
// FOLDER] [--out FILE]`. What is measured runs in children of this process (`--child`), the servers in it.
let arguments = Array(CommandLine.arguments.dropFirst())

func option(_ name: String) -> String? {
  arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
}

func answer(_ value: some Encodable) throws {
  FileHandle.standardOutput.write(try JSONEncoder().encode(value))
}

func fling(_ workload: Workload, corpus: URL, rounds: Int, pictures: URL) throws -> [String] {
  let bodies = PictureBodies(folder: pictures)
  let names = [Workload.fling, Workload.jump]
  let last = names.compactMap { workload.traces[$0]?.passedRows.max() }.max() ?? 0
  // What is behind the last row may be fetched ahead.
  let needed = workload.pictures.prefix(last + 50)
  let files = try needed.map { try bodies.body($0) }
  let wanted = needed.reduce(0) { $0 + $1.bytes }
  let made = files.reduce(0) { $0 + $1.count }
  var runs: [String: [Way: [FlingRun]]] = [:]
  for round in 0..<rounds {
    for name in names {
      for way in round % 2 == 0 ? Way.allCases : Way.allCases.reversed() {
        runs[name, default: [:]][way, default: []].append(
          try FlingRun(way, name, workload, files, corpus: corpus))
      }
    }
  }
  return [
    "\(rounds) rounds; \(files.count) pictures of \(made / 1000) KB in all (the mix says \(wanted / 1000) KB); 20 Mbit/s, 60 ms.",
    "",
  ] + names.flatMap { FlingTable(name: $0, runs: runs[$0] ?? [:]).lines }
}

func swipe(_ seconds: Int, _ seed: UInt64) throws -> [String] {
  let server = try LoopbackServer()
  let pictures = NumberedPictures()
  server.on(prefix: "/") { pictures.answer($0) }
  let report: SwipeReport = try ChildProcess.run(["--child", "death-swipe", server.baseURL, "\(seconds)", "\(seed)"])
  return report.lines + ["Seed \(seed).", ""]
}

let corpus = URL(filePath: option("--corpus") ?? "../shared/corpus/workloads")
if arguments.first == "--child" {
  if arguments[1] == "death-swipe", let seconds = Int(arguments[3]), let seed = UInt64(arguments[4]) {
    try answer(await DeathSwipe(base: arguments[2], seconds: seconds, seed: seed).run())
  } else if let way = Way(rawValue: arguments[1]), let workload = try Workload(URL(filePath: arguments[4])),
    let trace = workload.traces[arguments[2]]
  {
    try answer(await ListPlayer(way: way, trace: trace, rows: workload.rows, base: arguments[3]).play())
  } else {
    exit(2)
  }
  exit(0)
}

var lines = ["## Fling", ""]
if option("--only") != "death-swipe" {
  if let workload = try Workload(corpus) {
    let pictures = URL(filePath: option("--pictures") ?? ".build/fling")
    lines += try fling(workload, corpus: corpus, rounds: option("--rounds").flatMap(Int.init) ?? 3, pictures: pictures)
  } else {
    lines += ["Flings: SKIPPED, there is no \(corpus.path)/scroll_traces.json.", ""]
  }
}
if option("--only") != "fling" {
  lines += try swipe(
    option("--death-swipe").flatMap(Int.init) ?? 30,
    option("--seed").flatMap(UInt64.init) ?? UInt64.random(in: 0..<1_000_000))
}
let text = lines.joined(separator: "\n")
print(text)
if let out = option("--out") { try Data(text.utf8).write(to: URL(filePath: out)) }
