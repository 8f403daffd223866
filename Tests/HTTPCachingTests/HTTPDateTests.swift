import Foundation
import Testing

@testable import HTTPCaching

@Suite struct HTTPDateTests {
  @Test(
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0),
      ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
      ("Sun Nov  6 08:49:37 1994", 784_111_777),
      ("Sun Nov 16 08:49:37 1994", 784_975_777),
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199),
      ("Tue, 19 Jan 2038 14:14:08 GMT", 2_147_523_248),
      ("Sun, 21 Nov 2286 04:46:39 GMT", 10_000_039_599),
      ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
      // Names have the wrong case too often to be refused.
      ("THU, 18 AUG 2050 02:01:18 gMT", 2_544_400_878),
      // The weekday is not compared with the date.
      ("Mon, 06 Nov 1994 08:49:37 GMT", 784_111_777),
      // A leap second is the first of the next minute.
      ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
    ] as [(String, Double)])
  func `each of the three forms is read`(text: String, seconds: Double) {
    #expect(HTTPDate.parse(text, reference: start) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "", "0", "-1", "foo", "1700000000", "Sun", "Sun,", "Sun, 06 Nov 1994", "2023-11-14T22:13:20Z",
    "Thu, 18 Aug 2050 02:01:18 UTC", "Thu, 18 Aug 2050 02:01:18 AEST", "Thu, 18 Aug 2050 02:01:18",
    "Thu, 18 Aug 2050 02:01:18 +0000", "Thu, 18 Aug 50 02:01:18 GMT", "Thu 18 Aug 2050 02:01:18 GMT",
    "Thu, 18  Aug  2050 02:01:18 GMT", "Thu, 18-Aug-2050 02:01:18 GMT", "Thu, 18 Aug 2050 02.01.18 GMT",
    "Thu, 18 Aug 2050 2:01:18 GMT", "Thu, 8 Aug 2050 02:01:18 GMT", "Thu,18 Aug 2050 02:01:18 GMT",
    "Thu, 18 Aug 2050 24:00:00 GMT", "Thu, 18 Aug 2050 23:60:00 GMT", "Thu, 18 Aug 2050 23:00:61 GMT",
    "Thu, 31 Apr 2050 02:01:18 GMT", "Wed, 29 Feb 2023 02:01:18 GMT", "Thu, 00 Aug 2050 02:01:18 GMT",
    "Thu, 18 Xxx 2050 02:01:18 GMT", "Xxx, 18 Aug 2050 02:01:18 GMT", "Thurs, 18 Aug 2050 02:01:18 GMT",
    "Thu, 18 Aug 2050 02:01:18 GMT ", " Thu, 18 Aug 2050 02:01:18 GMT", "Thu, 18 Aug 2050 02:01:18 GMTX",
    "Thu, 18 Aug 2050 02:01:18 GMT, Thu, 18 Aug 2050 02:01:18 GMT", "Thu, 18-Aug-50 02:01:18 GMT",
    "Sunday, 06 Nov 1994 08:49:37 GMT", "Sunday, 6-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
    "Sun Nov 6 08:49:37 1994", "Sun Nov 06 08:49:37 1994 GMT", "Sun Nov  6 08:49:37 94", "Sun  Nov  6 08:49:37 1994",
    "Thu, 18 Aug ٢٠٥٠ 02:01:18 GMT", "Thu, +8 Aug 2050 02:01:18 GMT", "Thu, 18 Aug -050 02:01:18 GMT",
  ])
  func `everything else is no date`(text: String) {
    #expect(HTTPDate.parse(text, reference: start) == nil)
  }

  @Test(arguments: [
    // In November 2023.
    ("18-Aug-50", 2050), ("14-Nov-73", 2073), ("15-Nov-73", 1973), ("01-Jan-74", 1974), ("06-Nov-94", 1994),
    ("01-Jan-00", 2000),
  ])
  func `two digits of a year are at most fifty years ahead`(day: String, year: Int) throws {
    let date = try #require(HTTPDate.parse("Sunday, \(day) 00:00:00 GMT", reference: start))
    #expect(HTTPDate.format(date).contains(" \(year) "))
  }

  @Test(arguments: [-62_135_596_800.0, -1, 0, 784_111_777, 951_782_400, 1_709_251_199, 4_102_444_800, 253_402_300_799])
  func `what is written is read back`(seconds: Double) {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(HTTPDate.parse(HTTPDate.format(date), reference: start) == date)
  }

  @Test(
    arguments: [
      (784_111_777.9, "Sun, 06 Nov 1994 08:49:37 GMT"), (-0.5, "Wed, 31 Dec 1969 23:59:59 GMT"),
      (1e18, "Fri, 31 Dec 9999 23:59:59 GMT"), (-1e18, "Mon, 01 Jan 0001 00:00:00 GMT"),
    ] as [(Double, String)])
  func `a date is written as an IMF-fixdate`(seconds: Double, text: String) {
    #expect(HTTPDate.format(Date(timeIntervalSince1970: seconds)) == text)
  }
}
