import Testing

@testable import HTTPCaching

@Suite struct SpanOfTimeTests {
  @Test(arguments: [
    (-1, "0 s"), (.nan, "0 s"), (0.9, "0 s"), (1, "1 s"), (119.9, "119 s"), (120, "2 min"), (3600, "60 min"),
    (7199, "119 min"), (7200, "2 h"), (86_400, "24 h"), (172_799, "47 h"), (172_800, "2 days"), (1e6, "11 days"),
    (.infinity, "11574074074 days"),
  ])
  func `a span is said in the largest unit of which there are two`(seconds: Double, text: String) {
    #expect("\(SpanOfTime(seconds: seconds))" == text)
  }
}
