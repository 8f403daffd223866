import Foundation

/// Why a `LoopbackServer` could not be started: a system call and its `errno`.
public struct LoopbackError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system call that failed.
  public let call: String
  /// Its `errno`.
  public let code: Int32

  init(call: String, code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  /// The call and the system's words for the error.
  public var description: String { "\(call): \(String(cString: strerror(code)))" }
}
