#if canImport(Network)
  import Dispatch
  import Network

  extension Connectivity {
    /// What this platform says: the system's path monitor, started at its first use, one for the process.
    public static let platform: Connectivity = {
      let watch = PathWatch()
      return Connectivity(
        isReachable: { watch.isReachable }, untilReachable: { await watch.untilReachable() },
        isConstrained: { watch.isConstrained })
    }()
  }

  /// The path of the moment, and who waits for one.
  private final class PathWatch: Sendable {
    private struct State {
      /// `nil` before the monitor spoke.
      var isReachable: Bool?
      var isConstrained = false
      var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
      var cancelled: Set<Int> = []
      var nextID = 0
    }

    private let monitor = NWPathMonitor()
    private let state = Locked(State())

    init() {
      monitor.pathUpdateHandler = { [state] path in
        // A path that would be made on demand (`requiresConnection`) is tried.
        let (isReachable, isConstrained) = (path.status != .unsatisfied, path.isConstrained)
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
          (state.isReachable, state.isConstrained) = (isReachable, isConstrained)
          guard isReachable else { return [] }
          defer { state.waiting = [:] }
          return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume() }
      }
      monitor.start(queue: DispatchQueue(label: "alula.path"))
    }

    var isReachable: Bool? { state.withLock { $0.isReachable } }
    var isConstrained: Bool { state.withLock { $0.isConstrained } }

    func untilReachable() async {
      let id = state.withLock { state in
        state.nextID += 1
        return state.nextID
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isOver = state.withLock { state -> Bool in
            guard state.isReachable == false, !state.cancelled.contains(id) else { return true }
            state.waiting[id] = continuation
            return false
          }
          if isOver { continuation.resume() }
        }
      } onCancel: {
        let continuation = state.withLock { state in
          state.cancelled.insert(id)
          return state.waiting.removeValue(forKey: id)
        }
        continuation?.resume()
      }
      state.withLock { _ = $0.cancelled.remove(id) }
    }
  }
#endif
