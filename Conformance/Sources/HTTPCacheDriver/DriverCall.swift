import CacheClient
import Foundation

/// One line of the harness: a request.
struct DriverCall: Decodable {
  let id: Int
  let url: String
  let method: String
  /// Pairs of name and value. Values are Latin-1 code points.
  let headers: [[String]]
  let body: String?
  let cache: String
  let redirect: String

  static func answer(_ line: String, by client: CacheClient) async -> DriverAnswer {
    let call: DriverCall
    do {
      call = try JSONDecoder().decode(DriverCall.self, from: Data(line.utf8))
    } catch { return DriverAnswer(id: nil, error: "This line is no request: \(error)") }
    do {
      return DriverAnswer(id: call.id, try await client.answer(call.cacheCall))
    } catch { return DriverAnswer(id: call.id, error: "\(error)") }
  }

  private var cacheCall: CacheCall {
    var call = CacheCall(url: url)
    call.method = method
    call.fields = headers.filter { $0.count == 2 }.map { HeaderField(name: $0[0], value: Latin1.text($0[1])) }
    call.body = body
    call.validates = cache == "no-cache"
    call.followsRedirects = redirect != "manual"
    return call
  }
}
