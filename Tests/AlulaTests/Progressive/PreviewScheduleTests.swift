import Testing

@testable import Alula

@Suite struct PreviewScheduleTests {
  /// The schedule behind a reference, for use within expectations.
  private final class Book {
    private var schedule = PreviewSchedule()

    func begin(bytes: Int, every interval: Duration, now: Duration) -> Bool {
      schedule.begin(bytes: bytes, every: interval, now: now)
    }

    func end(_ work: PreviewSchedule.Work?) { schedule.end(work) }
  }

  private let schedule = Book()

  @Test func `the first preview comes so long after the first bytes`() {
    #expect(!schedule.begin(bytes: 9_000, every: .seconds(1), now: .seconds(10)))
    #expect(!schedule.begin(bytes: 90_000, every: .seconds(1), now: .milliseconds(10_999)))
    #expect(schedule.begin(bytes: 90_000, every: .seconds(1), now: .seconds(11)))
  }

  @Test func `there is one at a time`() {
    #expect(schedule.begin(bytes: 9_000, every: .zero, now: .zero))
    #expect(!schedule.begin(bytes: 900_000, every: .zero, now: .seconds(9)))
    schedule.end(nil)
    #expect(schedule.begin(bytes: 900_000, every: .zero, now: .seconds(9)))
  }

  @Test(arguments: [(0, 4_096), (4_096, 8_192), (16_384, 20_480), (100_000, 112_500)])
  func `an eighth more must have come, and 4 KB`(last: Int, next: Int) {
    if last > 0 {
      #expect(schedule.begin(bytes: last, every: .zero, now: .zero))
      schedule.end(PreviewSchedule.Work(bytes: last, began: .zero, ended: .zero))
    }
    #expect(!schedule.begin(bytes: next - 1, every: .zero, now: .seconds(1)))
    #expect(schedule.begin(bytes: next, every: .zero, now: .seconds(1)))
  }

  @Test func `the time between two counts from the beginning of the last`() {
    #expect(schedule.begin(bytes: 5_000, every: .zero, now: .seconds(1)))
    schedule.end(PreviewSchedule.Work(bytes: 5_000, began: .milliseconds(1_100), ended: .milliseconds(1_200)))
    #expect(!schedule.begin(bytes: 50_000, every: .seconds(1), now: .milliseconds(2_099)))
    #expect(schedule.begin(bytes: 50_000, every: .seconds(1), now: .milliseconds(2_100)))
  }

  @Test func `what takes long is followed by a rest of twice that time`() {
    #expect(schedule.begin(bytes: 5_000, every: .milliseconds(300), now: .zero) == false)
    #expect(schedule.begin(bytes: 5_000, every: .milliseconds(300), now: .seconds(1)))
    schedule.end(PreviewSchedule.Work(bytes: 5_000, began: .seconds(1), ended: .seconds(3)))
    #expect(!schedule.begin(bytes: 50_000, every: .milliseconds(300), now: .milliseconds(6_999)))
    #expect(schedule.begin(bytes: 50_000, every: .milliseconds(300), now: .seconds(7)))
  }

  @Test func `an interval below zero is none`() {
    #expect(schedule.begin(bytes: 5_000, every: .seconds(-5), now: .seconds(1)))
  }

  @Test func `what is copied for previews of a body is at most nine times the body`() {
    var (copied, count) = (0, 0)
    for bytes in stride(from: 0, through: 20_000_000, by: 4_096)
    where
      schedule.begin(bytes: bytes, every: .zero, now: .zero)
    {
      schedule.end(PreviewSchedule.Work(bytes: bytes, began: .zero, ended: .zero))
      copied += bytes
      count += 1
    }
    #expect(copied <= 9 * 20_000_000)
    #expect(count > 20)
  }
}
