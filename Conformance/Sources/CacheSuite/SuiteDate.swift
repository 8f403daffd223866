import Foundation

/// Dates as the suite's origin writes them.
enum SuiteDate {
  private static let names: Set = ["date", "expires", "last-modified", "if-modified-since", "if-unmodified-since"]

  static func isDate(_ name: String) -> Bool { names.contains(name.lowercased()) }

  /// Milliseconds since 1970.
  static var now: Int { Int(Date().timeIntervalSince1970 * 1_000) }

  /// IMF-fixdate (RFC 9110 section 5.6.7).
  static func text(_ milliseconds: Int) -> String {
    var time = time_t((Double(milliseconds) / 1_000).rounded(.down))
    var parts = tm()
    gmtime_r(&time, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let clock = "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
    let day = "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(1900 + parts.tm_year)"
    return "\(day) \(clock) GMT"
  }

  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
