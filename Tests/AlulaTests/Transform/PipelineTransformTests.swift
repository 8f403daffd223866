import AlulaTesting
import Foundation
import Testing

@testable import Alula

@Suite struct PipelineTransformTests {
  /// Counts its runs and changes nothing.
  private final class Counter: Sendable {
    private let state = Locked(0)
    var count: Int { state.withLock { $0 } }

    func step(_ id: String = "counted") -> AnyImageTransform {
      .custom(id: id) { [state] bitmap in
        state.withLock { $0 += 1 }
        return bitmap
      }
    }
  }

  private func request(_ bench: LoadingBench, _ transforms: [AnyImageTransform]) throws -> ImageRequest {
    var request = try bench.request("/a.png")
    request.transforms = transforms
    return request
  }

  @Test func `a picture comes with its transforms applied, from every entrance`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    let request = try request(bench, [.crop(width: 20, height: 10), .circle()])
    #expect(bench.pipeline.cachedImage(for: request) == nil)
    let image = try await bench.pipeline.image(for: request).image
    #expect(image.size == PixelSize(width: 10, height: 10))
    #expect(image.pixel(0, 0) == [0, 0, 0, 0])
    #expect(bench.pipeline.cachedImage(for: request)?.image === image)
    #expect(try await bench.pipeline.task(for: request).response.image === image)
    // Data are the bytes that came.
    #expect(try await bench.pipeline.data(for: request).data == Data(LoadingBench.picture))
  }

  @Test func `transforms work on what the target decodes`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    let seen = Locked<PixelSize?>(nil)
    var request = try bench.request("/a.png", size: .pixels(8, 6))
    request.transforms = [
      .custom(id: "look") { bitmap in
        seen.withLock { $0 = bitmap.size }
        return bitmap
      }
    ]
    _ = try await bench.pipeline.image(for: request)
    #expect(seen.withLock { $0 } == PixelSize(width: 8, height: 6))
  }

  @Test func `other transforms are another picture`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    let plain = try request(bench, [])
    let gray = try request(bench, [.monochrome()])
    let both = try request(bench, [.monochrome(), .circle()])
    let turned = try request(bench, [.circle(), .monochrome()])
    #expect(Set([plain, gray, both, turned]).count == 4)
    #expect(Set(try [plain, gray, both, turned].map { try bench.pipeline.imageKey(for: $0) }).count == 4)
    _ = try await bench.pipeline.image(for: gray)
    for other in [plain, both, turned] { #expect(bench.pipeline.cachedImage(for: other) == nil) }
    #expect(bench.pipeline.cachedImage(for: try request(bench, [.monochrome()])) != nil)
  }

  @Test func `equal requests are one decode and one run of every step`() async throws {
    let decoder = HeldDecoder()
    let bench = try LoadingBench(decoder: decoder)
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    let counter = Counter()
    let tasks = try (0..<4).map { _ in bench.pipeline.task(for: try request(bench, [counter.step(), .circle()])) }
    await decoder.untilStarted()
    decoder.release()
    let images = try await tasks.asyncMap { try await $0.response.image }
    #expect(images.allSatisfy { $0 === images[0] })
    #expect(decoder.count == 1)
    #expect(counter.count == 1)
  }

  @Test func `requests that differ in transforms alone share one download`() async throws {
    let decoder = HeldDecoder()
    let bench = try LoadingBench(decoder: decoder) { $0.maximumDecodes = 2 }
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    let gray = bench.pipeline.task(for: try request(bench, [.monochrome()]))
    let round = bench.pipeline.task(for: try request(bench, [.circle()]))
    await decoder.untilStarted(2)
    decoder.release()
    #expect(try await gray.response.image.size != (try await round.response.image.size))
    #expect(bench.server.requests(to: "/a.png").count == 1)
  }

  @Test func `a wrong size is told before anything is asked of the server`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    for transform in [AnyImageTransform.resize(.pixels(0, 5)), .resize(width: 5, height: .pixels(.nan))] {
      let request = try request(bench, [.circle(), transform])
      await #expect { try await bench.pipeline.image(for: request) } throws: {
        ($0 as? LoadError)?.code == .invalidTargetSize
      }
    }
    #expect(bench.server.requests(to: "/a.png").isEmpty)
  }

  @Test func `a cancelled load runs no further step`() async throws {
    let bench = try LoadingBench { $0.maximumDecodes = 1 }
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    let (started, ended, counter) = (Door(), Door(), Counter())
    let waiting = AnyImageTransform.custom(id: "waits") { bitmap in
      started.open()
      while !Task.isCancelled {}
      ended.open()
      return bitmap
    }
    let task = bench.pipeline.task(for: try request(bench, [waiting, counter.step()]))
    await started.wait()
    task.cancel()
    await ended.wait()
    await #expect { try await task.response } throws: { ($0 as? LoadError)?.code == .cancelled }
    // The one worker that decodes is free again when the step after it was passed over.
    _ = try await bench.pipeline.image(for: ImageRequest(data: Data(LoadingBench.picture)))
    #expect(counter.count == 0)
  }

  @MainActor
  @Test func `a step never runs on the main thread`() async throws {
    MainQueueMark.set()
    let wasMain = Locked(true)
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    let look = AnyImageTransform.custom(id: "where") { bitmap in
      let isMain = MainQueueMark.isHere
      wasMain.withLock { $0 = isMain }
      return bitmap
    }
    _ = try await bench.pipeline.image(for: request(bench, [look]))
    #expect(!wasMain.withLock { $0 })
  }

  @Test(arguments: [LoadError.Code.decoding, .truncated, .file])
  func `an error of a step ends the load, names the URL and leaves the bytes cached`(code: LoadError.Code) async throws
  {
    let bench = try CacheBench()
    bench.serve("/a.png", "max-age=3600")
    let pipeline = bench.restart()
    var request = try bench.request("/a.png")
    request.transforms = [.custom(id: "fails") { _ throws(LoadError) in throw LoadError(code, "No watermark.") }]
    await #expect { try await pipeline.image(for: request) } throws: {
      guard let error = $0 as? LoadError else { return false }
      return error.code == code && error.message == "No watermark." && error.url == bench.server.url("/a.png")
    }
    request.transforms = []
    #expect(try await pipeline.image(for: request).source == .disk)
    #expect(bench.server.requests(to: "/a.png").count == 1)
  }

  @Test func `a step that needs more than the decode budget is refused`() async throws {
    let bench = try LoadingBench { $0.decodeBudget.maximumMemory = .megabytes(2) }
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    let request = try request(bench, [.resize(width: 2000, height: 2000)])
    await #expect { try await bench.pipeline.image(for: request) } throws: {
      ($0 as? LoadError)?.code == .tooManyPixels
    }
  }

  /// Steps may hold large things; memory keeps their names alone.
  @Test func `a picture in memory does not hold its steps`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    weak var held: Counter?
    func load() async throws {
      let counter = Counter()
      held = counter
      let step = AnyImageTransform.custom(id: "holds") { [counter] bitmap in
        _ = counter.count
        return bitmap
      }
      _ = try await bench.pipeline.image(for: request(bench, [step]))
    }
    try await load()
    #expect(bench.cache.statistics.count == 1)
    #expect(held == nil)
  }
}

extension Array where Element: Sendable {
  fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async throws -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await body(element)) }
    return values
  }
}
