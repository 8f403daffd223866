#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension HTTPDate {
  /// Reads one of the three forms, byte by byte: no more blanks, digits or letters than the grammar has.
  struct Scanner {
    let bytes: FieldBytes
    var position = 0

    init(bytes: FieldBytes) { self.bytes = bytes }

    mutating func components(reference: Date) -> Components? {
      guard let weekday = letters(), weekday.count >= 3 else { return nil }
      guard bytes.count > weekday.count else { return nil }
      let isShort = weekday.count == 3
      guard isWeekday(weekday, isShort: isShort) else { return nil }
      if !isShort { return rfc850(reference: reference) }
      return bytes[position] == .comma ? fixdate() : asctime()
    }

    /// `, 06 Nov 1994 08:49:37 GMT`
    private mutating func fixdate() -> Components? {
      var result = Components()
      guard skip(", "), let day = digits(2), skip(" "), let month = month(), skip(" "), let year = digits(4) else {
        return nil
      }
      (result.day, result.month, result.year) = (day, month, year)
      guard skip(" "), time(into: &result), skipZone(), position == bytes.count else { return nil }
      return result
    }

    /// `, 06-Nov-94 08:49:37 GMT` after a weekday in full.
    private mutating func rfc850(reference: Date) -> Components? {
      var result = Components()
      guard skip(", "), let day = digits(2), skip("-"), let month = month(), skip("-"), let year = digits(2) else {
        return nil
      }
      (result.day, result.month) = (day, month)
      guard skip(" "), time(into: &result), skipZone(), position == bytes.count else { return nil }
      return inNearestCentury(result, year: year, reference: reference)
    }

    /// ` Nov  6 08:49:37 1994`
    private mutating func asctime() -> Components? {
      var result = Components()
      guard skip(" "), let month = month(), skip(" ") else { return nil }
      guard let day = skip(" ") ? digits(1) : digits(2), skip(" ") else { return nil }
      guard time(into: &result), skip(" "), let year = digits(4), position == bytes.count else { return nil }
      (result.day, result.month, result.year) = (day, month, year)
      return result
    }

    /// RFC 9110 section 5.6.7: what looks more than 50 years in the future is the latest past year with those digits.
    private func inNearestCentury(_ components: Components, year: Int, reference: Date) -> Components? {
      let seconds = reference.timeIntervalSince1970
      guard seconds.isFinite, abs(seconds) < 200_000_000_000 else { return nil }
      let today = Components.civil(day: Int((seconds / 86400).rounded(.down)))
      var result = components
      result.year = today.year - today.year % 100 + 100 + year
      while result.year > today.year + 50 || result.year == today.year + 50 && isLater(result, than: today) {
        result.year -= 100
      }
      return result
    }

    private func isLater(_ components: Components, than today: (year: Int, month: Int, day: Int)) -> Bool {
      (components.month, components.day) > (today.month, today.day)
    }

    private mutating func time(into result: inout Components) -> Bool {
      guard let hour = digits(2), skip(":"), let minute = digits(2), skip(":"), let second = digits(2) else {
        return false
      }
      (result.hour, result.minute, result.second) = (hour, minute, second)
      return true
    }

    private mutating func skipZone() -> Bool {
      guard position + 4 == bytes.count, bytes.isSame(position..<bytes.count, " gmt") else { return false }
      position += 4
      return true
    }

    private mutating func month() -> Int? {
      guard position + 3 <= bytes.count else { return nil }
      let name = position..<position + 3
      position += 3
      return HTTPDate.monthNames.firstIndex { bytes.isSame(name, $0) }.map { $0 + 1 }
    }

    private mutating func letters() -> Range<Int>? {
      let start = position
      while position < bytes.count, 0x61...0x7A ~= bytes[position].asciiLowercased { position += 1 }
      return position == start ? nil : start..<position
    }

    private func isWeekday(_ range: Range<Int>, isShort: Bool) -> Bool {
      HTTPDate.weekdayNames.contains { isShort ? bytes.isSame(range, $0.short) : bytes.isSame(range, $0.long) }
    }

    private mutating func digits(_ count: Int) -> Int? {
      guard position + count <= bytes.count else { return nil }
      defer { position += count }
      return bytes.number(position..<position + count)
    }

    private mutating func skip(_ text: StaticString) -> Bool {
      let count = text.utf8CodeUnitCount
      guard position + count <= bytes.count, bytes.isSame(position..<position + count, text) else { return false }
      position += count
      return true
    }
  }

  fileprivate static let monthNames: [StaticString] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  fileprivate static let weekdayNames: [(short: StaticString, long: StaticString)] = [
    ("mon", "monday"), ("tue", "tuesday"), ("wed", "wednesday"), ("thu", "thursday"), ("fri", "friday"),
    ("sat", "saturday"), ("sun", "sunday"),
  ]
}
