import AlulaTesting
import Testing

@testable import Alula

@Suite struct ListPrefetcherTests {
  struct Window: Sendable {
    let visible: Range<Int>
    let count: Int
    let direction: PrefetchWindow.Direction
    let rows: [Int]
  }

  @Test(arguments: [
    Window(visible: 10..<15, count: 100, direction: .down, rows: [15, 16, 17, 9, 8]),
    Window(visible: 10..<15, count: 100, direction: .up, rows: [9, 8, 7, 15, 16]),
    Window(visible: 0..<5, count: 100, direction: .down, rows: [5, 6, 7]),
    Window(visible: 95..<100, count: 100, direction: .down, rows: [94, 93]),
    Window(visible: 0..<3, count: 3, direction: .down, rows: []),
    Window(visible: 0..<0, count: 0, direction: .down, rows: []),
    // A list that shrank under the view.
    Window(visible: 10..<15, count: 4, direction: .down, rows: [3, 2]),
    Window(visible: -5..<2, count: 9, direction: .up, rows: [2, 3]),
    Window(visible: 3..<4, count: -1, direction: .down, rows: []),
  ])
  func `rows in the direction of travel come first, the nearest first`(_ window: Window) {
    let found = PrefetchWindow(rowsAhead: 3, rowsBehind: 2)
      .rows(around: window.visible, of: window.count, window.direction)
    #expect(found == window.rows)
  }

  @Test(arguments: [Int.max, -1, Int.min]) func `no number of rows is too large or too small`(_ rows: Int) {
    let window = PrefetchWindow(rowsAhead: rows, rowsBehind: rows)
    let found = window.rows(around: 2..<4, of: 6, .down)
    #expect(found == (rows > 0 ? [4, 5, 1, 0] : []))
  }

  // MARK: When

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private final class Scene: Sendable {
    let executor = ManualExecutor()
    let clock = ManualClock()
    let transport: FakeTransport
    let prefetcher: ImagePrefetcher
    let list: ListPrefetcher

    init(delay: Duration = .milliseconds(300), firstDelay: Duration = .zero) {
      transport = FakeTransport(on: executor)
      transport.onEverythingElse { _ in FakeAnswer.ok(LoadingBench.picture).held() }
      var configuration = ImagePipeline.Configuration.ephemeral(
        transport: transport, memoryCache: MemoryCache(trimsOnPressure: false))
      configuration.network.maximumRequests = 1000
      configuration.network.maximumRequestsPerHost = 1000
      configuration.run(on: executor)
      prefetcher = ImagePrefetcher(pipeline: ImagePipeline(configuration: configuration), maximumLoads: 1000)
      var options = ListPrefetcher.Options()
      options.window = PrefetchWindow(rowsAhead: 2, rowsBehind: 1)
      (options.delay, options.firstDelay) = (delay, firstDelay)
      list = ListPrefetcher(
        prefetcher, options: options, scheduling: configuration.scheduling, clock: clock
      ) { row in (try? ImageRequest("http://example.org/\(row)")).map { [$0] } ?? [] }
    }

    func show(_ rows: Range<Int>) {
      list.show(rows, of: 100)
      executor.drain()
    }

    func pass(_ milliseconds: Int) {
      clock.advance(by: .milliseconds(milliseconds))
      executor.drain()
    }

    var asked: [Int] { transport.requests.compactMap { Int($0.url.split(separator: "/").last ?? "") } }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `what is around the first screen is asked for at once, the rest when scrolling has stopped`() {
    let scene = Scene()
    scene.show(0..<5)
    #expect(scene.asked == [5, 6])
    for first in 1...20 {
      scene.pass(100)
      scene.show(first..<first + 5)
    }
    scene.pass(299)
    #expect(scene.asked == [5, 6])
    scene.pass(1)
    #expect(scene.asked == [5, 6, 25, 26, 19])
    // Those of the first screen are far away by now.
    #expect(scene.transport.counters.cancelled == 2)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `both delays can be set`() {
    let scene = Scene(delay: .seconds(1), firstDelay: .milliseconds(50))
    scene.show(0..<5)
    #expect(scene.asked == [])
    scene.pass(50)
    #expect(scene.asked == [5, 6])
    scene.show(1..<6)
    scene.pass(999)
    #expect(scene.asked == [5, 6])
    scene.pass(1)
    #expect(scene.asked == [5, 6, 7, 0])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `when the list turns round, what lies the other way is taken back at once`() {
    let scene = Scene()
    scene.show(10..<15)
    #expect(scene.asked == [15, 16, 9])
    scene.show(9..<14)
    // 14 was visible; 15 and 16 lie behind now.
    #expect(scene.transport.counters.cancelled == 2)
    scene.pass(300)
    #expect(scene.asked == [15, 16, 9, 8, 7, 14])
    #expect(scene.transport.counters.running == 4)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `the same again changes nothing`() {
    let scene = Scene()
    scene.show(10..<15)
    scene.pass(200)
    for _ in 0..<10 { scene.show(10..<15) }
    scene.pass(10_000)
    #expect(scene.asked == [15, 16, 9])
    #expect(scene.clock.sleepers == 0)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `after a reset nothing is left, and the next screen is a first one`() {
    let scene = Scene()
    scene.show(10..<15)
    scene.list.reset()
    scene.executor.drain()
    #expect(scene.transport.counters.running == 0)
    scene.show(50..<55)
    #expect(scene.asked == [15, 16, 9, 55, 56, 49])
  }
}
