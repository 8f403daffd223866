import Alula
import AlulaTesting
import Synchronization

/// The origin of the suite: answers the requests of every test as its definition says, and remembers what it was asked.
final class SuiteOrigin: Sendable {
  private let server: LoopbackServer
  private let sessions: SessionTable

  init() throws {
    server = try LoopbackServer()
    let sessions = SessionTable()
    self.sessions = sessions
    server.on(prefix: "/test/") { sessions.answer($0) }
  }

  /// Where the requests of the test go that was begun under `token`.
  func url(_ token: String, _ suffix: String) -> String { server.url("/test/\(token)\(suffix)") }

  /// Takes over a test under a token of its own.
  func begin(_ test: TestDefinition, token: String) {
    sessions.table.withLock { $0[token] = OriginSession(token: token, requests: test.requests) }
  }

  /// What was asked under `token`, in order.
  func seen(_ token: String) -> [SeenRequest] { sessions.table.withLock { $0[token]?.seen ?? [] } }
}

/// What an origin holds of every test.
private final class SessionTable: Sendable {
  let table = Mutex<[String: OriginSession]>([:])

  func answer(_ request: LoopbackRequest) -> LoopbackResponse {
    let token = request.path.split(separator: "/").dropFirst().first.map { String($0) } ?? ""
    return table.withLock { $0[token]?.answer(request, now: SuiteDate.now) } ?? .status(409)
  }
}
