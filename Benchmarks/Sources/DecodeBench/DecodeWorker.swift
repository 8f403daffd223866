import Alula
import Foundation

/// Answers the commands of `run-decode`, words apart by tabs, one line each:
///
///     decode FILE WIDTH HEIGHT COUNT   cpu=µs of one decode, width=, height=
///     pixels FILE WIDTH HEIGHT OUT     the same once, RGBA premultiplied in the file OUT
///     memory ICON FILE WIDTH HEIGHT    growth=bytes that decoding FILE takes at its peak after ICON was decoded
///
/// What goes wrong is said as "error=".
struct DecodeWorker {
  /// The file that was decoded last: reading it belongs to no decode.
  private var latest: (key: [String], picture: Picture)?

  mutating func run() {
    while let line = readLine() {
      let words = line.split(separator: "\t").map(String.init)
      do {
        print(try answer(words))
      } catch {
        print("error=\(error)".replacing("\n", with: " "))
      }
      fflush(nil)
    }
  }

  private mutating func answer(_ words: [String]) throws -> String {
    guard words.count == 5 else { throw CocoaError(.featureUnsupported) }
    switch words[0] {
    case "decode": return try decode(picture(Array(words[1...3])), count: Int(words[4]) ?? 1)
    case "pixels": return try pixels(picture(Array(words[1...3])), to: words[4])
    case "memory": return try memory(icon: words[1], picture: picture(Array(words[2...4])))
    default: throw CocoaError(.featureUnsupported)
    }
  }

  private mutating func picture(_ key: [String]) throws -> Picture {
    if let latest, latest.key == key { return latest.picture }
    let picture = try Picture(path: key[0], width: key[1], height: key[2])
    latest = (key, picture)
    return picture
  }

  private func decode(_ picture: Picture, count: Int) throws -> String {
    let start = ProcessUse.cpu
    for _ in 1..<max(count, 1) { _ = try picture.decode() }
    let bitmap = try picture.decode()
    let taken = (ProcessUse.cpu - start) / Double(max(count, 1))
    return "cpu=\(taken)\twidth=\(bitmap.width)\theight=\(bitmap.height)"
  }

  private func pixels(_ picture: Picture, to path: String) throws -> String {
    let bitmap = try picture.decode()
    try bitmap.withUnsafeBytes { try Data($0).write(to: URL(filePath: path)) }
    return "width=\(bitmap.width)\theight=\(bitmap.height)\talpha=premultiplied"
  }

  private func memory(icon: String, picture: Picture) throws -> String {
    _ = try Picture(path: icon, width: "0", height: "0").decode()
    ProcessUse.forgetPeak()
    let before = ProcessUse.peak
    _ = try picture.decode()
    return "growth=\(ProcessUse.peak - before)"
  }
}
