#if os(Linux)
  import AlulaTesting
  import Foundation
  import Testing

  @testable import Alula

  /// Previews over a real server and real threads.
  @Suite struct PreviewThreadTests {
    private let file = ArrivingFiles.jpeg(width: 800, height: 600)

    private func bench(_ decoder: any ImageDecoder = DefaultImageDecoder(), decodes: Int = 2) throws -> LoadingBench {
      try LoadingBench(decoder: decoder) {
        $0.maximumDecodes = decodes
        // No time passes, so that bytes alone decide.
        $0.time.steady = { .zero }
      }
    }

    /// The file, with a latch at each of these places.
    private func serve(_ bench: LoadingBench, _ latches: [Int: Latch]) {
      bench.server.on(
        "/a.jpg", LoopbackResponse.ok([UInt8](file), type: "image/jpeg").with { $0.bodyLatches = latches })
    }

    private func request(_ bench: LoadingBench) throws -> ImageRequest {
      var request = try bench.request("/a.jpg", size: .pixels(400, 300))
      request.progressivePreviews = .on(every: .zero)
      return request
    }

    @Test func `a progressive JPEG that comes in pieces is shown finer and finer, then as it is without previews`()
      async throws
    {
      let bench = try bench()
      let cuts = ArrivingFiles.scans(file).dropFirst().map { $0 }
      let places = [cuts[2], cuts[4], cuts[8]]
      let latches = Dictionary(uniqueKeysWithValues: places.map { ($0, Latch()) })
      serve(bench, latches)
      let task = bench.pipeline.task(for: try request(bench))
      var previews: [ImageResponse] = []
      var final: ImageResponse?
      var opened = 0
      for await event in task.events {
        switch event {
        case .progress where opened == 0:
          opened = 1
          latches[places[0]]?.open()
        case .progress: break
        case .preview(let preview):
          previews.append(preview)
          if opened < places.count { latches[places[opened]]?.open() }
          opened += 1
        case .finished(let result): final = try result.get()
        }
      }
      let plain = try await LoadingBench().pipeline.image(for: ImageRequest(data: file, target: .pixels(400, 300)))
      #expect(final?.image.bytes == plain.image.bytes && final?.isPartial == false)
      #expect(previews.count >= 2 && previews.allSatisfy { $0.isPartial && $0.image.size == plain.image.size })
      let qualities = previews.map { signalToNoise($0.image.bytes, plain.image.bytes.map(Double.init)) }
      #expect(qualities == qualities.sorted() && Set(qualities).count == qualities.count)
      #expect(bench.cache.statistics.count == 1)
    }

    @Test(arguments: [1, 2])
    func `a preview that hangs delays no picture, is cancelled, and is shown to nobody`(decodes: Int) async throws {
      let decoder = HeldPart(whole: file.count)
      let bench = try bench(decoder, decodes: decodes)
      let place = ArrivingFiles.scans(file)[3]
      let (begun, rest) = (Latch(), Latch())
      serve(bench, [place: begun, file.count - 1: rest])
      let task = bench.pipeline.task(for: try request(bench))
      var told: [LoadEvent] = []
      for await event in task.events {
        told.append(event)
        if case .progress = event, !begun.isOpen {
          begun.open()
          await decoder.started.wait()
          rest.open()
        }
      }
      guard case .finished(let result) = told.last else { throw LoadError.cancelled }
      #expect(throws: Never.self) { try result.get() }
      decoder.release()
      await decoder.ended.wait()
      #expect(decoder.wasCancelled)
      #expect(!told.contains { if case .preview = $0 { true } else { false } })
    }

    @Test func `cancelling a load cancels its preview`() async throws {
      let decoder = HeldPart(whole: file.count)
      let bench = try bench(decoder)
      let latches = [ArrivingFiles.scans(file)[3]: Latch(), file.count - 1: Latch()]
      serve(bench, latches)
      let task = bench.pipeline.task(for: try request(bench))
      for await event in task.events {
        guard case .progress = event, latches.values.allSatisfy({ !$0.isOpen }) else { continue }
        latches[ArrivingFiles.scans(file)[3]]?.open()
        await decoder.started.wait()
        task.cancel()
      }
      await bench.server.until(.clientCloses(1))
      decoder.release()
      await decoder.ended.wait()
      #expect(decoder.wasCancelled && bench.cache.statistics.count == 0)
    }
  }

  /// Decodes what is whole; a part waits on its thread until it is released, and then says whether its task was cancelled.
  private final class HeldPart: ImageDecoder {
    let started = Door()
    let ended = Door()
    private let whole: Int
    private let latch = DispatchSemaphore(value: 0)
    private let cancelled = Locked(false)

    init(whole: Int) { self.whole = whole }

    var wasCancelled: Bool { cancelled.withLock { $0 } }

    func release() { latch.signal() }

    func decode(_ data: Data, options: DecodeOptions) throws(LoadError) -> Bitmap {
      guard data.count < whole else { return try DefaultImageDecoder().decode(data, options: options) }
      started.open()
      // Nothing tells a thread that its task was cancelled: it has to look. What is never cancelled never ends.
      while !Task.isCancelled { _ = latch.wait(timeout: .now() + .milliseconds(5)) }
      let isCancelled = Task.isCancelled
      cancelled.withLock { $0 = isCancelled }
      ended.open()
      throw .cancelled
    }
  }
#endif
