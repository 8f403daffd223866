#if os(Linux)
  import AlulaTesting
  import Foundation
  import Testing

  @testable import Alula

  /// Previews of a load, each piece of the body and each moment decided by the test.
  @Suite struct ProgressivePreviewTests {
    private let file = ArrivingFiles.jpeg()
    private var pieces: [Data] { PreviewScene.pieces(file) }
    private func whole(_ target: TargetSize? = nil) throws -> Bitmap {
      try DefaultImageDecoder().decode(file, options: DecodeOptions(target: target))
    }

    @Test func `a progressive JPEG is shown finer and finer, and then the picture of a load without previews`()
      async throws
    {
      let scene = PreviewScene()
      scene.serve(pieces)
      let (task, events) = scene.begin(try scene.request(target: .pixels(400, 400)))
      scene.rest(pieces.count - 1)
      let told = await Told(events)
      #expect(told.endsWell && told.previews.count >= 3)
      let final = try #require(told.result).get()
      let whole = try whole(.pixels(400, 400))
      #expect(final.image.bytes == whole.bytes && !final.isPartial && final.source == .network)
      let reference = whole.bytes.map(Double.init)
      let qualities = told.previews.map { signalToNoise($0.image.bytes, reference) }
      #expect(qualities == qualities.sorted() && qualities[0] < 40)
      for preview in told.previews {
        #expect(preview.isPartial && !preview.isStale && preview.image.size == whole.size && preview.source == .network)
        #expect(preview.format == .jpeg && preview.url == RetryScene.url && preview.cacheReport == nil)
      }
      let sizes = told.previews.map(\.encodedSize.bytes)
      #expect(sizes == sizes.sorted() && Set(sizes).count == sizes.count && final.encodedSize.bytes == file.count)
      #expect(try await task.response.image.bytes == whole.bytes)
    }

    @Test func `nothing is made when nobody asks`() async throws {
      let scene = PreviewScene()
      scene.serve(pieces)
      let (_, events) = scene.begin(try scene.request(.off))
      scene.rest(pieces.count - 1)
      #expect(await Told(events).previews.isEmpty)
      #expect(scene.decoder.sizes == [file.count])
    }

    @Test func `what is whole before the first interval is over has none`() async throws {
      let scene = PreviewScene()
      scene.serve(pieces)
      let (_, events) = scene.begin(try scene.request())
      scene.rest(pieces.count - 1, each: .milliseconds(20))
      #expect(await Told(events).previews.isEmpty)
      #expect(scene.decoder.sizes == [file.count])
    }

    @Test(arguments: [
      (Duration.milliseconds(300), 2), (.milliseconds(700), 1), (.milliseconds(100), 4), (.seconds(10), 0),
    ])
    func `there is one each interval at most`(interval: Duration, most: Int) async throws {
      let scene = PreviewScene()
      scene.serve(pieces)
      let (_, events) = scene.begin(try scene.request(.on(every: interval)))
      scene.rest(pieces.count - 1, each: .milliseconds(100))
      let previews = await Told(events).previews.count
      #expect(previews <= most && (previews > 0 || most == 0))
    }

    @Test func `a decode that takes long is followed by a rest of twice that time`() async throws {
      let scene = PreviewScene()
      scene.serve(pieces)
      scene.decoder.beforeEach { [clock = scene.scene.clock] _ in clock.advance(by: .seconds(1)) }
      let (_, events) = scene.begin(try scene.request())
      scene.rest(pieces.count - 1)
      // From 0.3 to 1.3 s, and again from 3.4 s on.
      #expect(await Told(events).previews.count == 2)
    }

    @Test func `orientation and transforms are those of the picture`() async throws {
      let turned = try EncodedSamples.oriented(file, .jpeg, 6)
      let scene = PreviewScene()
      let pieces = PreviewScene.pieces(turned)
      scene.serve(pieces)
      var request = try scene.request(target: .pixels(100, 100))
      request.transforms = [.crop(width: 40, height: 60), .monochrome()]
      let (_, events) = scene.begin(request)
      scene.rest(pieces.count - 1)
      let told = await Told(events)
      let final = try #require(told.result).get().image
      #expect(final.size == PixelSize(width: 40, height: 60))
      let last = try #require(told.previews.last).image
      #expect(last.size == final.size && signalToNoise(last.bytes, final.bytes.map(Double.init)) > 25)
      #expect(last.pixel(3, 3)[0] == last.pixel(3, 3)[1])
    }

    @Test func `a baseline JPEG has none, and is decoded once`() async throws {
      let file = ArrivingFiles.baselineJPEG()
      let scene = PreviewScene()
      scene.serve([file.prefix(10_000), Data(file.dropFirst(10_000).prefix(5_000)), Data(file.dropFirst(15_000))])
      let (_, events) = scene.begin(try scene.request(.on(every: .zero)))
      scene.rest(2)
      #expect(await Told(events).previews.isEmpty)
      #expect(scene.decoder.sizes == [file.count])
    }

    @Test func `an interlaced PNG is shown as far as its passes go`() async throws {
      let file = ArrivingFiles.interlacedPNG()
      let scene = PreviewScene()
      let cuts = [0, 5_000, 15_000, 30_000, file.count]
      scene.serve(zip(cuts, cuts.dropFirst()).map { Data(file[$0..<$1]) }, type: "image/png")
      let (_, events) = scene.begin(try scene.request())
      scene.rest(3)
      let told = await Told(events)
      let final = try #require(told.result).get().image.bytes.map(Double.init)
      let qualities = told.previews.map { signalToNoise($0.image.bytes, final) }
      #expect(qualities.count == 2 && qualities == qualities.sorted() && qualities[0] > 15)
      #expect(told.previews.allSatisfy { $0.isPartial && $0.image.isPartial })
    }

    @Test func `the first frame of an animation is shown once`() async throws {
      let file = ArrivingFiles.gif(frames: 5)
      let scene = PreviewScene()
      let cuts = Array(stride(from: 0, to: file.count, by: 3_000)) + [file.count]
      scene.serve(zip(cuts, cuts.dropFirst()).map { Data(file[$0..<$1]) }, type: "image/gif")
      let (_, events) = scene.begin(try scene.request())
      scene.rest(cuts.count - 2)
      let told = await Told(events)
      let final = try #require(told.result).get().image
      #expect(told.previews.count == 1 && told.previews[0].image.bytes == final.bytes && told.previews[0].isPartial)
    }

    // MARK: Kept nowhere

    @Test func `F57: a preview is current when the connection breaks: nothing is kept, and the failure is told`()
      async throws
    {
      let folder = try TemporaryFolder()
      let store = DiskStore(directory: folder.url)
      let scene = PreviewScene {
        $0.diskStore = store
        $0.diskVariants = .lossless
      }
      scene.serve(Array(pieces.prefix(6)), failing: .connectionLost)
      let request = try scene.request(target: .pixels(100, 100))
      let (task, events) = scene.begin(request)
      scene.rest(6)
      let told = await Told(events)
      #expect(told.previews.count >= 2 && told.endsWell)
      #expect(told.result?.failure?.code == .transport(.connectionLost))
      #expect(scene.pipeline.cachedImage(for: request) == nil && scene.cache.statistics.count == 0)
      #expect(await Told(task.events).previews.isEmpty)
      var stored = request
      stored.cachePolicy = .onlyCached
      #expect(try scene.scene.failure(stored) == .notCached)
    }

    @Test func `F57: a retry goes on behind the preview, and brings the picture`() async throws {
      let scene = PreviewScene { $0.network.retry = RetryPolicy() }
      let half = Array(pieces.prefix(6))
      scene.scene.transport.on(
        RetryScene.url, PreviewScene.answer(half, failing: .connectionLost), PreviewScene.answer(pieces))
      let (_, events) = scene.begin(try scene.request())
      scene.rest(6)
      #expect(scene.cache.statistics.count == 0)
      while scene.scene.clock.advanceToNextSleeper() { scene.scene.executor.drain() }
      scene.rest(pieces.count - 1)
      let told = await Told(events)
      let sizes = told.previews.map(\.encodedSize.bytes)
      // Never coarser than what was shown before the break.
      #expect(sizes == sizes.sorted() && Set(sizes).count == sizes.count && sizes.count >= 3)
      #expect(try #require(told.result).get().image.bytes == whole().bytes)
      #expect(scene.scene.sent == 2)
    }

    @Test func `memory holds nothing while a preview is shown, and the picture after`() async throws {
      let scene = PreviewScene()
      scene.serve(pieces)
      let request = try scene.request()
      let (task, events) = scene.begin(request)
      scene.rest(4)
      #expect(scene.cache.statistics.count == 0 && scene.pipeline.cachedImage(for: request) == nil)
      scene.rest(pieces.count - 5)
      _ = await Told(events)
      #expect(scene.pipeline.cachedImage(for: request)?.isPartial == false)
      #expect(await Told(task.events).previews.isEmpty)
    }

    @Test func `what comes from memory has none`() async throws {
      let scene = PreviewScene()
      scene.serve(pieces)
      let request = try scene.request()
      let (_, first) = scene.begin(request)
      scene.rest(pieces.count - 1)
      _ = await Told(first)
      let decodes = scene.decoder.sizes.count
      let (_, events) = scene.begin(request)
      #expect(await Told(events).previews.isEmpty && scene.decoder.sizes.count == decodes)
    }

    @Test func `the memory of a preview is given back when it is made`() async throws {
      let scene = PreviewScene()
      scene.serve(pieces)
      let (_, events) = scene.begin(try scene.request())
      scene.rest(5)
      #expect(scene.decoder.sizes.count >= 2 && scene.pipeline.memoryUse.decodes == .zero)
      scene.rest(pieces.count - 6)
      #expect(await Told(events).previews.count >= 3)
    }

    // MARK: Refused

    @Test(arguments: [404, 500, 206])
    func `an answer that is refused is not decoded`(status: Int) async throws {
      let scene = PreviewScene()
      scene.serve(pieces, status: status)
      let (_, events) = scene.begin(try scene.request(.on(every: .zero)))
      scene.rest(pieces.count - 1)
      let told = await Told(events)
      #expect(told.previews.isEmpty && told.result?.failure != nil && scene.decoder.sizes.isEmpty)
    }

    @Test func `what the media type refuses is not decoded`() async throws {
      let scene = PreviewScene { $0.network.mediaTypeCheck = .strict }
      scene.serve(pieces, type: "text/html")
      let (_, events) = scene.begin(try scene.request(.on(every: .zero)))
      scene.rest(pieces.count - 1)
      let told = await Told(events)
      #expect(told.previews.isEmpty && told.result?.failure?.code == .mediaType("text/html"))
      #expect(scene.decoder.sizes.isEmpty)
    }

    @Test func `what is no image is not decoded`() async throws {
      let scene = PreviewScene()
      let page = Data("<!doctype html>".utf8) + Data(repeating: 32, count: 20_000)
      scene.serve([page, page, page])
      let (_, events) = scene.begin(try scene.request(.on(every: .zero)))
      scene.rest(2)
      #expect(await Told(events).previews.isEmpty && scene.decoder.sizes.isEmpty)
    }

    @Test func `a preview that fails is dropped, and the picture comes`() async throws {
      let scene = PreviewScene()
      scene.serve(pieces)
      let count = file.count
      scene.decoder.beforeEach { data throws(LoadError) in
        if data.count < count { throw LoadError(.decoding, "Not this one.") }
      }
      let (_, events) = scene.begin(try scene.request())
      scene.rest(pieces.count - 1)
      let told = await Told(events)
      #expect(told.previews.isEmpty && scene.decoder.sizes.count > 2)
      #expect(try #require(told.result).get().image.bytes == whole().bytes)
    }

    @Test func `a step that fails on a preview drops it`() async throws {
      let scene = PreviewScene()
      scene.serve(pieces)
      var request = try scene.request()
      let calls = Locked(0)
      request.transforms = [
        .custom(id: "picky") { bitmap throws(LoadError) in
          let call = calls.withLock { count in
            count += 1
            return count
          }
          if call == 1 { throw LoadError(.decoding, "Not this one.") }
          return bitmap
        }
      ]
      let (_, events) = scene.begin(request)
      scene.rest(pieces.count - 1)
      let told = await Told(events)
      #expect(told.previews.count >= 2 && told.previews.count == calls.withLock { $0 } - 2)
      #expect(throws: Never.self) { try #require(told.result).get() }
    }
  }

  extension Result where Failure == LoadError {
    var failure: LoadError? { if case .failure(let error) = self { error } else { nil } }
  }
#endif
