import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// Where the platform can tell that there is no network, a load waits for one.
@Suite struct ConnectivityTests {
  /// A network that comes at a time of the scene's clock.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private func scene(backAt: Duration, _ policy: RetryPolicy = RetryPolicy()) -> RetryScene {
    let clock = Locked<ManualClock?>(nil)
    let scene = RetryScene {
      $0.network.retry = policy
      $0.connectivity = Connectivity(
        isReachable: { clock.withLock { $0?.now.offset ?? .zero } >= backAt },
        untilReachable: {
          guard let clock = clock.withLock({ $0 }) else { return }
          try? await clock.sleep(until: ManualClock.Instant(offset: backAt), tolerance: nil)
        })
    }
    clock.withLock { $0 = scene.clock }
    scene.transport.onEverythingElse { [clock = scene.clock] _ in
      clock.now.offset >= backAt ? RetryScene.picture : .failure(.cannotResolveHost)
    }
    return scene
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `one attempt fails, and the next is made when the network is back`() throws {
    let scene = scene(backAt: .seconds(20))
    #expect(try scene.failure() == nil)
    #expect(scene.sent == 2 && scene.waited == .seconds(20))
    #expect(scene.log.withLock { $0.contains("retry 1 once there is a network") })
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a network that stays away for too long fails the load as it was`() throws {
    let scene = scene(backAt: .seconds(60))
    #expect(try scene.failure() == .transport(.cannotResolveHost))
    #expect(scene.sent == 1 && scene.waited == .seconds(30))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `who waits for no network fails at once`() throws {
    let scene = scene(backAt: .seconds(60), RetryPolicy().with { $0.longestOutage = .zero })
    #expect(try scene.failure() == .transport(.cannotResolveHost))
    #expect(scene.sent == 1 && scene.waited == .zero)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a server that answers is there, whatever the platform says`() throws {
    let scene = scene(backAt: .seconds(60))
    scene.transport.on(RetryScene.url, .status(503), RetryScene.picture)
    #expect(try scene.failure() == nil)
    #expect(scene.waited == .milliseconds(500))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `cancelling ends this wait too`() throws {
    let scene = scene(backAt: .seconds(20))
    let task = scene.pipeline.task(for: try scene.request())
    scene.executor.drain()
    #expect(scene.clock.sleepers == 2)
    task.cancel()
    scene.executor.drain()
    #expect(scene.clock.sleepers == 0 && scene.sent == 1)
  }
}
