import Foundation

// DiskBench fill|run CLIENT ROW FOLDER: one client of `run-disk`.
// DiskBench variants FOLDER [ROUNDS]: the table of DiskVariants.
func measure<Client: DiskClient>(_: Client.Type, _ row: Row, _ words: [String]) async throws {
  var measurement = Measurement<Client>(folder: URL(filePath: words[4]), row: row)
  if words[1] == "fill" { try await measurement.fill() } else { try await measurement.run() }
}

let words = CommandLine.arguments
if words.count >= 3, words[1] == "variants" {
  try await VariantsTable(folder: URL(filePath: words[2]), rounds: words.count > 3 ? Int(words[3]) ?? 3 : 3).print()
  exit(0)
}
guard words.count == 5, let row = Row.named[words[3]] else {
  print("usage: DiskBench fill|run CLIENT ROW FOLDER, or DiskBench variants FOLDER [ROUNDS]")
  exit(64)
}
switch words[2] {
case "plain": try await measure(PlainFiles.self, row, words)
case "renamed": try await measure(RenamedFiles.self, row, words)
case "alula" where row.work == .whole: try await measure(PipelineClient.self, row, words)
default: try await measure(StoreClient.self, row, words)
}
