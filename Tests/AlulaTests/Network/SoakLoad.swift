import Alula
import Foundation

/// One load of the soak: what is asked for, when it is cancelled, which ends are right.
struct SoakLoad: Sendable {
  enum Moment: Sendable { case never, beforeStart, atHead, inBody, after(microseconds: Int) }

  /// How many are wanted; 0 without the environment variable.
  static let count = Int(ProcessInfo.processInfo.environment["ALULA_SOAK"] ?? "") ?? 0

  let path: String
  let moment: Moment
  /// Right besides `.cancelled` for a load that is cancelled. Empty: it must end well.
  let codes: Set<TransportError.Code>

  /// The random one of `paths`; two of three are cancelled.
  static func random(
    _ paths: [(String, Set<TransportError.Code>)], using generator: inout some RandomNumberGenerator
  ) -> SoakLoad {
    let (path, codes) = paths[Int.random(in: 0..<paths.count, using: &generator)]
    let moment: Moment
    switch Int.random(in: 0..<12, using: &generator) {
    case 0...3: moment = .never
    case 4: moment = .beforeStart
    case 5: moment = .atHead
    case 6: moment = .inBody
    default: moment = .after(microseconds: Int.random(in: 0..<8_000, using: &generator))
    }
    return SoakLoad(path: path, moment: moment, codes: codes)
  }

  /// `nil` when all was right.
  func run(_ transport: any Transport, base: String) async -> String? {
    let recorder = makeRecorder()
    let request = TransportRequest(
      url: base + path, requestTimeout: path == "/never" ? .milliseconds(30) : .seconds(20),
      resourceTimeout: .seconds(40))
    if case .beforeStart = moment { recorder.handle.cancel() }
    if case .after(let microseconds) = moment {
      let handle = recorder.handle
      DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(microseconds)) { handle.cancel() }
    }
    let failure = await transport.record(request, recorder).failure()
    guard recorder.faults.isEmpty else { return "\(path): \(recorder.faults)" }
    return isRight(failure) ? nil : "\(path) \(moment): \(failure.map { "\($0)" } ?? "ended well")"
  }

  private func makeRecorder() -> Recorder {
    switch moment {
    case .atHead: Recorder(keepsBody: false, onHead: { $0.cancel() })
    case .inBody: Recorder(keepsBody: false, onBody: { $0.cancel() })
    default: Recorder(keepsBody: false)
    }
  }

  private func isRight(_ failure: TransportError.Code?) -> Bool {
    guard let failure else { return codes.isEmpty }
    if case .never = moment { return codes.contains(failure) }
    return failure == .cancelled || codes.contains(failure)
  }
}
