import Foundation

/// What the kernel says of this process' memory, in KB. Linux only; 0 elsewhere.
enum ProcessMemory {
  static var peak: Int { value("VmHWM:") }
  static var resident: Int { value("VmRSS:") }

  private static func value(_ name: String) -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return 0 }
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0
  }
}
