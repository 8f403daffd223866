import Foundation

// ALULA_FUZZ_PATH names the path that this process tries; the arguments are libFuzzer's. With ALULA_FUZZ_SEEDS the seeds of the path are
// written to that folder, and nothing is tried.
let environment = ProcessInfo.processInfo.environment
guard let path = FuzzPath(rawValue: environment["ALULA_FUZZ_PATH"] ?? "") else {
  print("ALULA_FUZZ_PATH must be one of: \(FuzzPath.allCases.map(\.rawValue).joined(separator: " "))")
  exit(64)
}
if let folder = environment["ALULA_FUZZ_SEEDS"] {
  do {
    try FuzzSeeds(path: path).write(to: URL(filePath: folder))
    exit(0)
  } catch {
    print("The seeds could not be written: \(error)")
    exit(1)
  }
}
FuzzDriver.run(path)
