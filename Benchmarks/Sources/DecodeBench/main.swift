import Foundation

// DecodeBench: our side of `run-decode`, one command a line of standard input (see DecodeWorker).
// DecodeBench --threads COUNT FILE WIDTH HEIGHT [ROUNDS]: how much more COUNT threads decode than one; FILE "-" counts numbers instead.
let words = CommandLine.arguments
if words.count == 1 {
  var worker = DecodeWorker()
  worker.run()
} else if words.count >= 6, words[1] == "--threads", let count = Int(words[2]) {
  let work: @Sendable () -> Void
  if words[3] == "-" {
    work = Throughput.countNumbers
  } else {
    let picture = try Picture(path: words[3], width: words[4], height: words[5])
    // What cannot be decoded is said here.
    _ = try picture.decode()
    work = { _ = try? picture.decode() }
  }
  print(Throughput(threads: count, work: work).measure(rounds: words.count > 6 ? Int(words[6]) ?? 9 : 9))
} else {
  print("usage: DecodeBench, or DecodeBench --threads COUNT FILE WIDTH HEIGHT [ROUNDS]")
  exit(64)
}
