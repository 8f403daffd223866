/// A length of time for people: "41 s", "25 min", "7 h", "12 days", in the largest unit of which there are at least two. Cut, not
/// rounded.
package struct SpanOfTime: CustomStringConvertible {
  private let seconds: Int

  /// A span of so many seconds; less than none is none.
  package init(seconds: Double) { self.seconds = seconds.isNaN ? 0 : Int(min(max(seconds, 0), 1e15)) }

  package var description: String {
    switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) days"
    }
  }
}
