import Alula
import Dispatch

/// Runs what blocks or takes long away from the few threads that Swift's tasks share.
enum BlockingWork {
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws(LoadError) -> Value
  ) async throws(LoadError) -> Value {
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, LoadError>, Never>) in
      DispatchQueue.global().async { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
  }
}
