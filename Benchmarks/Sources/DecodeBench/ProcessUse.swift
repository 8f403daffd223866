import Foundation

/// What this process has taken.
enum ProcessUse {
  /// Microseconds of all threads.
  static var cpu: Double { time(CLOCK_PROCESS_CPUTIME_ID) }
  /// Microseconds since some moment.
  static var wall: Double { time(CLOCK_MONOTONIC) }

  /// The most memory that was resident, in bytes (Linux; 0 elsewhere).
  static var peak: Int {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0) * 1024
  }

  /// The peak is what is resident now (proc_pid_clear_refs(5)). What was freed goes back to the system first: it would
  /// be used again unseen.
  static func forgetPeak() {
    // malloc.h is not in Swift's module of the C library.
    if let symbol = dlsym(nil, "malloc_trim") {
      _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> CInt).self)(0)
    }
    guard let file = fopen("/proc/self/clear_refs", "w") else { return }
    fputs("5", file)
    fclose(file)
  }

  private static func time(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }
}
