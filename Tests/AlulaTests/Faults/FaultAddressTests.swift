import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// Faults that people met with other libraries: addresses, files and data.
@Suite struct FaultAddressTests {
  @Test(arguments: [
    ("/a b.png", "/a%20b.png"), ("/a%20b.png", "/a%20b.png"), ("/صورة.png", "/%D8%B5%D9%88%D8%B1%D8%A9.png"),
    ("/图片/é.png", "/%E5%9B%BE%E7%89%87/%C3%A9.png"), ("/a.png ", "/a.png"), ("/a b%20c.png", "/a%20b%20c.png"),
  ])
  func `F19: what is encoded stays, what is not is encoded once`(target: String, expected: String) async throws {
    let bench = try LoadingBench()
    bench.server.on(expected, LoadingBench.pictureResponse)
    #expect(await bench.failure(target) == nil)
    #expect(bench.server.requests.map(\.target) == [expected])
  }

  @Test(arguments: ["DATA:image/png;base64,", "Data:image/png;BASE64,", "data:;base64, "])
  func `F25: a data URL needs no network, with any case of its scheme`(prefix: String) async throws {
    let bench = try LoadingBench()
    let text = Foundation.Data(LoadingBench.picture).base64EncodedString()
    let request = try ImageRequest(prefix + text)
    let response = try await bench.pipeline.image(for: request)
    #expect(response.image.size == PixelSize(width: 32, height: 24))
    #expect(response.source == .data)
    #expect(bench.server.counters.requests == 0)
  }

  @Test func `F25: a percent-encoded data URL gives its picture`() async throws {
    let bench = try LoadingBench()
    let text = LoadingBench.picture.map { String(format: "%%%02x", $0) }.joined()
    #expect(try await bench.pipeline.image(for: ImageRequest("data:image/png," + text)).source == .data)
  }

  @Test(arguments: ["data:,", "data:image/png;base64,", "data:image/png;base64,***", "data:nothing", "data:,hello"])
  func `F25: a bad data URL is an error`(text: String) async throws {
    let bench = try LoadingBench()
    let request = try ImageRequest(text)
    await #expect(throws: LoadError.self) { try await bench.pipeline.image(for: request) }
  }

  @Test(arguments: ["a#b.png", "100%.png", "a?b=c.png", "with blank.png", "é图.png", "%41.png"])
  func `F26: a file with an odd name is opened, by path and by URL in any case of the scheme`(name: String) async throws
  {
    let bench = try LoadingBench()
    let folder = try TemporaryFolder()
    let file = folder.url.appending(component: name)
    try Data(LoadingBench.picture).write(to: file)
    #expect(try await bench.pipeline.image(for: ImageRequest(path: file.path)).source == .file)
    let text = file.absoluteString.replacing("file://", with: "FILE://")
    #expect(try await bench.pipeline.image(for: ImageRequest(url: file)).image.width == 32)
    #expect(try await bench.pipeline.image(for: ImageRequest(text)).image.width == 32)
  }

  @Test func `F26: a file that was replaced is read anew`() async throws {
    let bench = try LoadingBench()
    let folder = try TemporaryFolder()
    let file = folder.url.appending(component: "a.png")
    try Data(LoadingBench.picture).write(to: file)
    let request = ImageRequest(path: file.path)
    #expect(try await bench.pipeline.image(for: request).image.width == 32)
    #expect(bench.pipeline.cachedImage(for: request) != nil)
    try Data(SampleImages.png(width: 7, height: 7)).write(to: file, options: .atomic)
    #expect(bench.pipeline.cachedImage(for: request) == nil)
    #expect(try await bench.pipeline.image(for: request).image.width == 7)
  }

  @Test func `a file that is missing, empty, a folder or too large is an error`() async throws {
    var limits = NetworkLimits.patient
    limits.maximumBodySize = ByteCount(1000)
    let bench = try LoadingBench(network: limits)
    let folder = try TemporaryFolder()
    let file = folder.url.appending(component: "a.png")
    func code(_ path: String) async -> LoadError.Code? {
      do throws(LoadError) {
        _ = try await bench.pipeline.image(for: ImageRequest(path: path))
        return nil
      } catch { return error.code }
    }
    #expect(await code(file.path) == .file)
    #expect(await code(folder.url.path) == .file)
    try Data().write(to: file)
    #expect(await code(file.path) == .empty)
    try Data(count: 2000).write(to: file)
    #expect(await code(file.path) == .tooLarge)
    #expect(await code("") == .invalidURL)
  }

  @Test(arguments: [0, -1, .nan, -.infinity] as [Double])
  func `F58: a side that is zero, negative or not a number is an error`(side: Double) async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    let target = TargetSize(width: side, height: 10)
    await #expect { try await bench.image("/a.png", size: target) } throws: {
      ($0 as? LoadError)?.code == .invalidTargetSize
    }
    #expect(bench.pipeline.cachedImage(for: try bench.request("/a.png", size: target)) == nil)
    #expect(bench.server.counters.requests == 0)
  }

  @Test(arguments: [1e9, .infinity, 33, .greatestFiniteMagnitude] as [Double])
  func `F58: a side larger than the picture does not enlarge it`(side: Double) async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    for mode in [TargetSize.Mode.fit, .fill] {
      let target = TargetSize(width: side, height: side, scale: 2, mode: mode)
      #expect(try await bench.image("/a.png", size: target).image.size == PixelSize(width: 32, height: 24))
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `F32: a file that goes between the look at it and the read gives one end, an error`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(component: "a.png")
    try Data(LoadingBench.picture).write(to: file)
    let executor = ManualExecutor()
    var configuration = ImagePipeline.Configuration.ephemeral(memoryCache: MemoryCache(trimsOnPressure: false))
    configuration.run(on: executor)
    let pipeline = ImagePipeline(configuration: configuration)
    let events = pipeline.task(for: ImageRequest(path: file.path)).events
    try FileManager.default.removeItem(at: file)
    executor.drain()
    var ends: [LoadError.Code?] = []
    for await event in events {
      guard case .finished(let result) = event else { continue }
      if case .failure(let error) = result { ends.append(error.code) } else { ends.append(nil) }
    }
    #expect(ends == [.file])
  }
}
