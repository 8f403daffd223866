import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// Faults that people met with other libraries: joining, cancelling, ending.
@Suite struct FaultTaskTests {
  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func `F27: one URL at three sizes is one download and three right sizes`(order: [Int]) async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", .ok(SampleImages.png(width: 160, height: 120), type: "image/png"))
    let sizes: [(target: TargetSize?, width: Int)] = [(.pixels(40, 40), 40), (.pixels(100, 100), 100), (nil, 160)]
    bench.server.hold("/a.png")
    let tasks = try order.map { index in
      (bench.pipeline.task(for: try bench.request("/a.png", size: sizes[index].target)), sizes[index].width)
    }
    _ = await bench.server.requests(reaching: 1)
    bench.server.release("/a.png")
    for (task, width) in tasks { #expect(try await task.response.image.width == width) }
    #expect(bench.server.counters.requests == 1)
    for (target, width) in sizes {
      #expect(bench.pipeline.cachedImage(for: try bench.request("/a.png", size: target))?.image.width == width)
    }
  }

  @Test func `another size asked while the first is decoded needs no second download`() async throws {
    let decoder = HeldDecoder()
    let bench = try LoadingBench(decoder: decoder) { $0.maximumDecodes = 2 }
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    let first = bench.pipeline.task(for: try bench.request("/a.png", size: .pixels(8, 8)))
    await decoder.untilStarted()
    let second = bench.pipeline.task(for: try bench.request("/a.png", size: .pixels(16, 16)))
    let same = bench.pipeline.task(for: try bench.request("/a.png", size: .pixels(8, 8)))
    await decoder.untilStarted(2)
    decoder.release()
    for task in [first, second, same] { _ = try await task.response }
    #expect(bench.server.counters.requests == 1)
    #expect(decoder.count == 2)
  }

  @Test func `F28: one waiter leaving disturbs nobody`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    bench.server.hold("/a.png")
    let request = try bench.request("/a.png")
    let leaving = bench.pipeline.task(for: request)
    let staying = bench.pipeline.task(for: request)
    _ = await bench.server.requests(reaching: 1)
    leaving.cancel()
    await #expect { try await leaving.response } throws: { ($0 as? LoadError)?.code == .cancelled }
    bench.server.release("/a.png")
    #expect(try await staying.response.source == .network)
    #expect(bench.server.counters.requests == 1)
  }

  @Test func `F28: asking again right after cancelling gives a picture, not the old task's cancellation`() async throws
  {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    let request = try bench.request("/a.png")
    var generator = SeededGenerator(seed: 28)
    for _ in 0..<400 {
      let old = bench.pipeline.task(for: request)
      for _ in 0..<Int.random(in: 0..<20, using: &generator) { await Task.yield() }
      old.cancel()
      #expect(try await bench.pipeline.image(for: request).image.width == 32)
      await bench.pipeline.invalidate(request)
    }
  }

  @Test func `F29: a load cancelled right after the call sends nothing and ends once`() async throws {
    // The only place is taken, so the load cannot have been sent when it is cancelled.
    var limits = NetworkLimits.patient
    limits.maximumRequests = 1
    let bench = try LoadingBench(network: limits)
    bench.server.on("/busy", LoadingBench.pictureResponse)
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    bench.server.hold("/busy")
    let busy = bench.pipeline.task(for: try bench.request("/busy"))
    _ = await bench.server.requests(reaching: 1)
    let task = bench.pipeline.task(for: try bench.request("/a.png"))
    let events = task.events
    task.cancel()
    task.cancel()
    var ends = 0
    for await event in events {
      guard case .finished(.failure(let error)) = event else { continue }
      ends += 1
      #expect(error.isCancelled)
    }
    #expect(ends == 1)
    bench.server.release("/busy")
    _ = try await busy.response
    #expect(bench.server.counters.requests == 1)
  }

  @Test func `F30: a hundred callers in one moment make one request, and each gets the picture`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    let request = try bench.request("/a.png")
    for round in 1...50 {
      let widths = await withTaskGroup(of: Int?.self) { group in
        for _ in 0..<100 {
          group.addTask { try? await bench.pipeline.image(for: request).image.width }
        }
        return await group.reduce(into: [Int?]()) { $0.append($1) }
      }
      #expect(widths.count == 100 && widths.allSatisfy { $0 == 32 })
      #expect(bench.server.counters.requests == round)
      await bench.pipeline.invalidate(request)
    }
  }

  @Test func `a thousand callers, of whom many leave, make one request, and each ends exactly once`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    bench.server.hold("/a.png")
    let request = try bench.request("/a.png")
    let staying = bench.pipeline.task(for: request)
    _ = await bench.server.requests(reaching: 1)
    let ends = await withTaskGroup(of: Bool?.self) { group in
      for index in 0..<1_000 {
        group.addTask {
          var generator = SeededGenerator(seed: UInt64(index))
          let task = bench.pipeline.task(for: request)
          let events = task.events
          if index == 500 { bench.server.release("/a.png") }
          if Bool.random(using: &generator) {
            for _ in 0..<Int.random(in: 0..<50, using: &generator) { await Task.yield() }
            task.cancel()
          }
          var ends: [Bool] = []
          for await event in events {
            if case .finished(let result) = event { ends.append((try? result.get()) != nil) }
          }
          return ends.count == 1 ? ends[0] : nil
        }
      }
      return await group.reduce(into: [Bool?]()) { $0.append($1) }
    }
    #expect(ends.count == 1_000 && !ends.contains(nil))
    #expect(ends.contains(true))
    #expect(try await staying.response.image.width == 32)
    #expect(bench.server.counters.requests == 1)
  }

  @Test func `F32: a cancel that races with the end still gives exactly one end`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    let request = try bench.request("/a.png")
    var generator = SeededGenerator(seed: 32)
    for _ in 0..<500 {
      let task = bench.pipeline.task(for: request)
      let events = task.events
      let yields = Int.random(in: 0..<300, using: &generator)
      async let cancelling: Void = {
        for _ in 0..<yields { await Task.yield() }
        task.cancel()
      }()
      var ends = 0
      for await event in events { if case .finished = event { ends += 1 } }
      #expect(ends == 1)
      await cancelling
      await bench.pipeline.invalidate(request)
    }
  }

  @Test func `F33: a call inside a cancelled task throws at once, even for what memory holds`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    let request = try bench.request("/a.png")
    func cancelledCall() async -> LoadError.Code? {
      await withTaskGroup(of: LoadError.Code?.self) { group in
        group.cancelAll()
        group.addTask {
          do throws(LoadError) {
            _ = try await bench.pipeline.image(for: request)
            return nil
          } catch { return error.code }
        }
        return await group.next() ?? nil
      }
    }
    #expect(await cancelledCall() == .cancelled)
    #expect(bench.server.counters.requests == 0)
    _ = try await bench.pipeline.image(for: request)
    #expect(await cancelledCall() == .cancelled)
  }

  @Test func `a stream asked for after the end still ends`() async throws {
    let bench = try LoadingBench()
    bench.server.on("/a.png", LoadingBench.pictureResponse)
    let task = bench.pipeline.task(for: try bench.request("/a.png"))
    _ = try await task.response
    for _ in 0..<2 {
      var ends = 0
      for await event in task.events { if case .finished(.success) = event { ends += 1 } }
      #expect(ends == 1)
    }
  }
}
