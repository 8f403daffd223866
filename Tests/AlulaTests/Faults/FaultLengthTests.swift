import AlulaTesting
import Foundation
import Testing

@testable import Alula

/// Bodies whose length is told wrongly (RFC 9112 section 6.3): half a file must not pass for a whole one.
@Suite struct FaultLengthTests {
  private static let picture = SampleImages.png(width: 8, height: 8)

  private func failure(_ fields: String, body: [UInt8] = picture) async throws -> LoadError.Code? {
    let server = try RawServer { connection in
      guard connection.readHead() != nil else { return }
      connection.write(Array("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n".utf8) + body)
    }
    let pipeline = ImagePipeline(configuration: .ephemeral())
    do throws(LoadError) {
      _ = try await pipeline.data(for: ImageRequest(server.url("/a.png")))
      return nil
    } catch { return error.code }
  }

  @Test(arguments: ["%\r\nContent-Length: 50", "50\r\nContent-Length: %", "%, 50", "+%", "-5", "0x20", ""])
  func `two lengths, or one that is no number, are an error`(length: String) async throws {
    let value = length.replacingOccurrences(of: "%", with: "\(Self.picture.count)")
    #expect(try await failure("Content-Length: \(value)") == .transport(.badResponse))
  }

  @Test func `one length said twice is one length`() async throws {
    let count = Self.picture.count
    #expect(try await failure("Content-Length: \(count)\r\nContent-Length: \(count)") == nil)
    #expect(try await failure("Content-Length: \(count), \(count)") == nil)
  }

  @Test func `a length beyond any number is too large`() async throws {
    #expect(try await failure("Content-Length: 99999999999999999999999") == .tooLarge)
  }

  @Test func `a length beside chunks counts for nothing`() async throws {
    let chunks = Array("\(String(Self.picture.count, radix: 16))\r\n".utf8) + Self.picture + Array("\r\n0\r\n\r\n".utf8)
    let fields = "Content-Length: 999999999999\r\nTransfer-Encoding: chunked"
    #expect(try await failure(fields, body: chunks) == nil)
  }
}
