import Foundation
import Testing

@testable import HTTPCaching

@Suite struct StoredResponseEncodingTests {
  static let responses: [StoredResponse] = [
    StoredResponse(status: 200, headers: [:], requestTime: start, responseTime: start),
    StoredResponse(
      status: 206,
      headers: ["ETag": "\"ä\"", "Set-Cookie": "a=b", "Set-Cookie": "", "X": String(repeating: "long ", count: 1000)],
      selecting: [SelectingField(name: "accept", value: "x"), SelectingField(name: "*", value: nil)],
      requestTime: start + 0.123456, responseTime: start + 0.654321, part: .init(range: 5..<10, completeLength: 100),
      bodyLength: 5),
    StoredResponse(
      status: 206, headers: ["Date": date(0)], selecting: [SelectingField(name: "a", value: "")],
      requestTime: Date(timeIntervalSince1970: -1e11), responseTime: Date(timeIntervalSince1970: 0),
      part: .init(range: 0..<Int.max, completeLength: nil), bodyLength: .max),
  ]

  @Test(arguments: responses)
  func `what is encoded comes back`(response: StoredResponse) throws {
    let bytes = response.encoded()
    #expect(StoredResponse(encoded: bytes) == response)
  }

  @Test func `whether the time is trusted is not encoded`() {
    var response = Self.responses[0]
    response.isTimeTrusted = false
    #expect(StoredResponse(encoded: response.encoded())?.isTimeTrusted == true)
  }

  @Test(arguments: responses)
  func `bytes that end early, or late, are none`(response: StoredResponse) {
    let bytes = response.encoded()
    for count in [0, 1, 2, 3, 10, 18, 19, 20, bytes.count / 2, bytes.count - 1] where count < bytes.count {
      #expect(StoredResponse(encoded: Array(bytes.prefix(count))) == nil)
    }
    #expect(StoredResponse(encoded: bytes + [0]) == nil)
  }

  @Test func `another version is a miss`() {
    var bytes = Self.responses[0].encoded()
    for version in UInt8.min...UInt8.max where version != bytes[0] {
      var other = bytes
      other[0] = version
      #expect(StoredResponse(encoded: other) == nil)
    }
    bytes.removeAll()
    #expect(StoredResponse(encoded: bytes) == nil)
  }

  @Test func `text that is no UTF-8 is a miss`() throws {
    let response = StoredResponse(status: 200, headers: ["A": "xyzw"], requestTime: start, responseTime: start)
    var bytes = response.encoded()
    let place = try #require(bytes.firstIndex(of: UInt8(ascii: "y")))
    // A cut-off four-byte form is repaired to as many bytes as it had.
    bytes.replaceSubrange(place - 1..<place + 2, with: [0xF0, 0x9F, 0x98])
    #expect(StoredResponse(encoded: bytes) == nil)
  }

  @Test func `no bytes at all make it crash`() {
    var random = SeededGenerator(state: 20_231_114)
    let good = Self.responses.map { $0.encoded() }.map { Array($0.prefix(300)) } + [Self.responses[0].encoded()]
    for round in 0..<20_000 {
      var bytes = good[round % good.count]
      for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = .random(in: .min ... .max, using: &random)
        case 1: bytes[place] = 0xFF
        case 2: bytes.remove(at: place)
        default: bytes.insert(.random(in: .min ... .max, using: &random), at: place)
        }
      }
      // Whatever still decodes is something that can be asked.
      guard let response = StoredResponse(encoded: bytes) else { continue }
      _ = CacheRules().decide(now: start, request: get(["Range": "bytes=0-"]), stored: [response])
      #expect(StoredResponse(encoded: response.encoded()) == response)
    }
  }
}

/// A small generator (xorshift64) with a seed: the same bytes in every run.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
