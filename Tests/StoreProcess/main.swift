import Alula
import Foundation

// A second process for the disk store's tests. The first argument says what it does; each is a function of `StoreProcess`.
let words = CommandLine.arguments
guard words.count >= 4, let limit = Int(words[3]) else {
  say("usage: StoreProcess write|check|limited|unprivileged|masked DIRECTORY LIMIT [NUMBER]")
  exit(64)
}
let process = StoreProcess(
  directory: URL(filePath: words[2]), limit: .bytes(limit), number: words.count > 4 ? Int(words[4]) ?? 0 : 0)
switch words[1] {
case "write": process.write()
case "check": exit(await process.check() ? 0 : 1)
case "limited": exit(process.writeLimited() ? 0 : 1)
case "unprivileged": exit(process.writeUnprivileged() ? 0 : 1)
case "masked": exit(process.writeMasked() ? 0 : 1)
default: exit(64)
}
