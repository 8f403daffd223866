#if os(Linux)
  import AlulaTesting
  import Foundation
  import Testing

  @testable import Alula

  /// Who gets the previews of work that several wait for, and when they end.
  @Suite struct PreviewJoiningTests {
    private let file = ArrivingFiles.jpeg()
    private var pieces: [Data] { PreviewScene.pieces(file) }

    @Test func `who did not ask for previews gets none, in the same load`() async throws {
      let scene = PreviewScene()
      scene.serve(pieces)
      let (_, asking) = scene.begin(try scene.request())
      let (_, silent) = scene.begin(try scene.request(.off))
      scene.rest(pieces.count - 1)
      let (told, untold) = (await Told(asking), await Told(silent))
      #expect(told.previews.count >= 3 && untold.previews.isEmpty && scene.scene.sent == 1)
      #expect(try #require(untold.result).get().image === #require(told.result).get().image)
    }

    @Test func `who joins later gets the last preview and those to come`() async throws {
      let scene = PreviewScene()
      scene.serve(pieces)
      let (first, events) = scene.begin(try scene.request())
      scene.rest(5)
      let before = first.events
      let (_, late) = scene.begin(try scene.request())
      scene.rest(pieces.count - 6)
      let (all, some, again) = (await Told(events), await Told(late), await Told(before))
      #expect(some.previews.count >= 2 && some.previews.count < all.previews.count)
      #expect(again.previews.map(\.encodedSize) == some.previews.map(\.encodedSize))
      #expect(some.previews.map(\.encodedSize) == all.previews.suffix(some.previews.count).map(\.encodedSize))
    }

    @Test func `who asks for previews of a load that began without gets them from then on`() async throws {
      let scene = PreviewScene()
      scene.serve(pieces)
      let (_, silent) = scene.begin(try scene.request(.off))
      scene.rest(2)
      let (_, asking) = scene.begin(try scene.request())
      scene.rest(pieces.count - 3)
      #expect(await Told(silent).previews.isEmpty)
      #expect(await Told(asking).previews.count >= 2)
    }

    @Test func `two sizes of one download have previews of their own`() async throws {
      let scene = PreviewScene()
      scene.serve(pieces)
      let (_, large) = scene.begin(try scene.request(target: .pixels(200, 200)))
      let (_, small) = scene.begin(try scene.request(target: .pixels(40, 40)))
      scene.rest(pieces.count - 1)
      let (one, other) = (await Told(large), await Told(small))
      #expect(one.previews.count >= 3 && other.previews.count >= 3 && scene.scene.sent == 1)
      #expect(one.previews.allSatisfy { $0.image.width == 200 } && other.previews.allSatisfy { $0.image.width == 40 })
    }

    @Test func `the shortest of several intervals counts`() async throws {
      let scene = PreviewScene()
      scene.serve(pieces)
      let (_, slow) = scene.begin(try scene.request(.on(every: .seconds(60))))
      let (_, quick) = scene.begin(try scene.request())
      scene.rest(pieces.count - 1)
      #expect(await Told(slow).previews.count == Told(quick).previews.count)
    }

    @Test func `image(for:) waits for the picture`() async throws {
      let scene = PreviewScene()
      scene.scene.transport.on(
        RetryScene.url, .ok([UInt8](file), type: "image/jpeg", partSize: 2_000))
      let request = try scene.request(.on(every: .zero))
      let image = try scene.scene.executor.run { [pipeline = scene.pipeline] in try await pipeline.image(for: request) }
      #expect(!image.isPartial && scene.decoder.sizes == [file.count])
    }

    @Test func `a refresh behind a stale picture has none`() async throws {
      let scene = PreviewScene()
      let headers: HTTPHeaders = ["Cache-Control": "max-age=1, stale-while-revalidate=60"]
      scene.scene.transport.on(RetryScene.url, PreviewScene.answer(pieces, headers: headers))
      let request = try scene.request()
      let (_, first) = scene.begin(request)
      scene.rest(pieces.count - 1)
      _ = await Told(first)
      scene.scene.clock.advance(by: .seconds(10))
      let (_, events) = scene.begin(request)
      scene.rest(pieces.count - 1)
      let told = await Told(events)
      #expect(told.previews.count == 1 && told.previews[0].isStale && !told.previews[0].isPartial)
    }

    @Test func `a cancelled load makes no more`() async throws {
      let scene = PreviewScene()
      scene.serve(pieces)
      let (task, events) = scene.begin(try scene.request())
      scene.rest(3)
      let decodes = scene.decoder.sizes.count
      task.cancel()
      scene.rest(pieces.count - 4)
      let told = await Told(events)
      #expect(told.previews.count == decodes && told.result?.failure?.isCancelled == true)
      #expect(scene.decoder.sizes.count == decodes && scene.scene.transport.counters.cancelled == 1)
    }

    @Test func `a fallback has previews of its own, and the last of the failed one is gone`() async throws {
      let scene = PreviewScene()
      let other = "http://example.org/b.jpg"
      scene.serve(Array(pieces.prefix(5)), failing: .connectionLost)
      scene.scene.transport.on(other, PreviewScene.answer(pieces))
      var request = try scene.request()
      request.fallbacks = [try #require(URL(string: other))]
      let (task, events) = scene.begin(request)
      scene.rest(5)
      let amid = task.events
      for _ in 1..<pieces.count {
        scene.scene.clock.advance(by: PreviewScene.interval)
        scene.scene.transport.release(other)
        scene.scene.executor.drain()
      }
      let (told, later) = (await Told(events), await Told(amid))
      #expect(told.previews.count { $0.fallback == nil } >= 1 && told.previews.count { $0.fallback != nil } >= 3)
      #expect(later.previews.allSatisfy { $0.fallback != nil })
      #expect(try #require(told.result).get().fallback != nil)
    }
  }
#endif
