#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The dates of HTTP (RFC 9110 section 5.6.7): IMF-fixdate, the obsolete RFC 850 form, the obsolete form of asctime, and nothing
/// else. Names are compared without case, as much of what is sent has the wrong one; whether the weekday belongs to the date
/// is not checked.
enum HTTPDate {
  /// - Parameter reference: about now: two-digit years that look more than 50 years ahead of it are in the past.
  static func parse(_ text: String, reference: Date) -> Date? {
    text.withFieldBytes { bytes in
      var scanner = Scanner(bytes: bytes)
      guard let components = scanner.components(reference: reference) else { return nil }
      return components.date
    }
  }

  /// As an IMF-fixdate. Dates before year 0 or after year 9999 become the nearest one that can be written.
  static func format(_ date: Date) -> String {
    let seconds = Int(min(max(date.timeIntervalSince1970.rounded(.down), -62_135_596_800), 253_402_300_799))
    let day = seconds.dividedDown(by: 86400)
    let second = seconds - day * 86400
    let civil = Components.civil(day: day)
    // 1 January 1970 was a Thursday.
    let weekday = (day + 3) - (day + 3).dividedDown(by: 7) * 7
    return "\(weekdays[weekday]), \(padded(civil.day)) \(months[civil.month - 1]) \(padded(civil.year, 4)) "
      + "\(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60)) GMT"
  }

  static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private static func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension HTTPDate {
  /// A date by the proleptic Gregorian calendar, in UTC.
  struct Components {
    var year = 0
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0

    /// `nil` when a part is out of its range. Second 60 is a leap second (RFC 9110 section 5.6.7).
    var date: Date? {
      guard 1...12 ~= month, day >= 1, day <= Self.length(month: month, year: year) else { return nil }
      guard 0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second else { return nil }
      let days = Self.days(year: year, month: month, day: day)
      return Date(timeIntervalSince1970: Double(days * 86400 + hour * 3600 + minute * 60 + second))
    }

    private static func length(month: Int, year: Int) -> Int {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Days since 1 January 1970. Years are counted from March, so that the leap day is the last one.
    private static func days(year: Int, month: Int, day: Int) -> Int {
      let year = month <= 2 ? year - 1 : year
      let era = year.dividedDown(by: 400)
      let yearOfEra = year - era * 400
      let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
      return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The reverse of `days`.
    static func civil(day: Int) -> (year: Int, month: Int, day: Int) {
      let shifted = day + 719_468
      let era = shifted.dividedDown(by: 146_097)
      let dayOfEra = shifted - era * 146_097
      let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
      let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
      let shiftedMonth = (5 * dayOfYear + 2) / 153
      let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
      let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
      return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
  }
}

extension Int {
  fileprivate func dividedDown(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : (self + 1) / divisor - 1
  }
}
