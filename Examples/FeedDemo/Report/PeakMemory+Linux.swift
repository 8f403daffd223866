#if os(Linux)
  import Alula
  import Foundation

  /// The most memory the process has held, server and its pictures included.
  enum PeakMemory {
    /// Counts from now on: proc(5), clear_refs.
    static func restart() {
      try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    }

    /// proc(5), "VmHWM" in kilobytes; `nil` where there is no such file.
    static func read() -> ByteCount? {
      guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      return line?.split(separator: " ").compactMap { Int($0) }.first.map { ByteCount($0 * 1_024) }
    }
  }
#endif
