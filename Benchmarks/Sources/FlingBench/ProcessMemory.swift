import Foundation

/// What the kernel says of this process, in bytes.
enum ProcessMemory {
  static var now: Int { field("VmRSS:") }
  static var peak: Int { field("VmHWM:") }

  private static func field(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else { return 0 }
    return line.split(whereSeparator: { " \t".contains($0) }).compactMap { Int($0) }.first.map { $0 * 1024 } ?? 0
  }
}
