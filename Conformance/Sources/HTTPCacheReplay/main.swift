import CacheClient
import CacheSuite
import Foundation

// HTTPCacheReplay [--without-cache] [--chunk N] TESTS.json
// One JSON object of ids and outcomes on standard output, reasons on standard error.
var arguments = Array(CommandLine.arguments.dropFirst())
let keepsNothing = arguments.contains("--without-cache")
arguments.removeAll { $0 == "--without-cache" }
var width = 400
if let index = arguments.firstIndex(of: "--chunk"), index + 1 < arguments.count {
  width = Int(arguments[index + 1]) ?? 0
  arguments.removeSubrange(index...index + 1)
}
guard let file = arguments.first, arguments.count == 1, width > 0 else {
  FileHandle.standardError.write(Data("usage: HTTPCacheReplay [--without-cache] [--chunk N] TESTS.json\n".utf8))
  exit(64)
}
let suite = try SuiteDefinition(contentsOf: URL(fileURLWithPath: file))
do {
  // In a scope of its own: its directory goes with it.
  let client = try CacheClient(keepsNothing: keepsNothing)
  let results = try await SuiteReplay(suite).run(client, width: width)
  for result in results {
    guard let reason = result.reason else { continue }
    FileHandle.standardError.write(Data("\(result.test.id): \(reason)\n".utf8))
  }
  let outcomes = Dictionary(results.map { ($0.test.id, $0.outcome.rawValue) }) { first, _ in first }
  FileHandle.standardOutput.write(try JSONEncoder().encode(outcomes))
}
