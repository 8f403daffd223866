import Alula

extension OddResponse {
  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n"

  /// Any transport must take these.
  static let plain: [OddResponse] = [
    OddResponse("103 before the answer", "HTTP/1.1 103 Early\r\nLink: </x>\r\n\r\n\(ok)\r\nok").ends(200, "ok")
      .has("Link"),
    OddResponse("100 before the answer", "HTTP/1.1 100 Continue\r\n\r\n\(ok)\r\nok").ends(200, "ok"),
    OddResponse("no reason, but the space", "HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nok").ends(200, "ok"),
    OddResponse("lower-case names", "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-type: a/b\r\n\r\nok")
      .ends(200, "ok").has("Content-Type", "a/b"),
    OddResponse("a body up to the close", "HTTP/1.1 200 OK\r\n\r\nall of it").ends(200, "all of it"),
    OddResponse("HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nold").ends(200, "old", version: "1.0"),
    OddResponse("chunked", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
      .ends(200, "abcde"),
    OddResponse("404 with a body", "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\ngone").ends(404, "gone"),
    OddResponse("304", "HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n\r\n").ends(304, "").has("ETag", "\"a\""),
    OddResponse("UTF-8 in a value", "\(ok)X-Name: grüße\r\n\r\nok").ends(200, "ok").has("X-Name", "grüße"),
    OddResponse("more than was announced", "\(ok)\r\nok and more").ends(200, "ok"),
    OddResponse("reset before the head", "").fails(.connectionLost).then(.reset),
    OddResponse("gzip", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n").with(EncodedBodies.gzip)
      .ends(200, EncodedBodies.plain),
    OddResponse("brotli", "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\n").with(EncodedBodies.brotli)
      .ends(200, EncodedBodies.plain),
    OddResponse("zstd", "HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\n\r\n").with(EncodedBodies.zstd)
      .ends(200, EncodedBodies.plain),
  ]

  /// What `URLSession` on Linux gets wrong, answers with "unknown", or crashes on.
  static let hard: [OddResponse] = heads + bodies

  private static let heads: [OddResponse] = [
    OddResponse("closed before the head", "").fails(.connectionLost),
    OddResponse("no reason, no space", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok").ends(200, "ok"),
    OddResponse("Latin-1 in a value", "HTTP/1.1 200 OK\r\nX-Name: caf").with([0xE9])
      .with(Array("\r\nContent-Length: 2\r\n\r\nok".utf8)).ends(200, "ok").has("X-Name", "café"),
    OddResponse("an empty value", "\(ok)X-Empty:\r\nX-Blank:   \r\n\r\nok").ends(200, "ok").has("X-Empty", ""),
    OddResponse("a blank value", "\(ok)X-Empty:\r\nX-Blank:   \r\n\r\nok").ends(200, "ok").has("X-Blank", ""),
    OddResponse("repeated fields", "\(ok)X-A: 1\r\nX-B: 2\r\nx-a: 3\r\n\r\nok").ends(200, "ok").has("X-A", "1", "3"),
    OddResponse("a folded field", "\(ok)X-A: one\r\n  two\r\n\tthree\r\n\r\nok").ends(200, "ok")
      .has("X-A", "one two three"),
    OddResponse("4,000 fields", ok + (0..<4_000).map { "X-\($0): v\r\n" }.joined() + "\r\nok").ends(200, "ok")
      .has("X-3999", "v"),
    OddResponse("bare line feeds", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok").ends(200, "ok"),
    OddResponse("not HTTP", "SSH-2.0-OpenSSH_9.2\r\n").fails(.badResponse),
    OddResponse("a line over 100 KB", "\(ok)X-A: \(String(repeating: "a", count: 200_000))\r\n\r\nok")
      .fails(.badResponse).then(.wait),
    OddResponse("a head over 300 KB", ok + (0..<4_000).map { "X-\($0): \(filler)\r\n" }.joined() + "\r\nok")
      .fails(.badResponse).then(.wait),
    OddResponse("NUL in the head", "\(ok)X-A: 1\u{0}2\r\n\r\nok").fails(.badResponse),
    OddResponse("101", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n??")
      .fails(.badResponse),
    OddResponse("status 99", "HTTP/1.1 099 What\r\n\r\n").fails(.badResponse),
    OddResponse("a length that is no number", "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nok").fails(.badResponse),
    OddResponse("the head is cut", "HTTP/1.1 200 OK\r\nContent-Le").fails(.connectionLost),
  ]

  private static let filler = String(repeating: "b", count: 100)
  private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

  private static let bodies: [OddResponse] = [
    OddResponse("trailers", "\(chunked)2\r\nok\r\n0\r\nX-A: late\r\nSet-Cookie: a=b\r\n\r\n").ends(200, "ok").has(
      "X-A"),
    OddResponse("cut within its length", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
      .fails(.truncatedBody, status: 200),
    OddResponse("cut before the last chunk", "\(chunked)2\r\nok\r\n").fails(.truncatedBody, status: 200),
    OddResponse("cut within a chunk", "\(chunked)ff\r\nok").fails(.truncatedBody, status: 200),
    OddResponse("a chunk without a size", "\(chunked)zz\r\nok\r\n0\r\n\r\n").fails(.badResponse, status: 200),
    OddResponse("a chunk size beyond measure", "\(chunked)ffffffffffffffffff\r\nok").fails(.badResponse, status: 200),
    OddResponse("reset within the body", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
      .fails(.connectionLost, status: 200).then(.reset),
    encoded("no gzip at all", "gzip", Array("plain text, and enough of it to be seen as such".utf8)),
    encoded("gzip with a wrong sum", "gzip", EncodedBodies.gzip.dropLast(8) + [1, 2, 3, 4, 5, 6, 7, 8]),
    // Servers that name a charset here or a media type exist, and browsers take what they send.
    OddResponse("an unknown encoding", "HTTP/1.1 200 OK\r\nContent-Encoding: UTF-8\r\nContent-Length: 5\r\n\r\nhello")
      .ends(200, "hello").has("Content-Encoding", "UTF-8"),
    OddResponse(
      "an unknown encoding over another", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Encoding: x\r\n\r\nhi"
    )
    .ends(200, "hi"),
    OddResponse("an unknown transfer coding", "HTTP/1.1 200 OK\r\nTransfer-Encoding: rot13\r\n\r\nuryyb").ends(
      200, "uryyb"),
    OddResponse(
      "an unknown transfer coding in chunks",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: rot13, chunked\r\n\r\n5\r\nuryyb\r\n0\r\n\r\n"
    ).ends(200, "uryyb"),
  ]

  /// The decoders of libcurl 7.88 do not ask for the end of the stream when the framing is complete.
  static let unnoticed: [OddResponse] = [
    encoded("gzip cut short", "gzip", EncodedBodies.gzip.dropLast(40)),
    encoded("brotli cut short", "br", EncodedBodies.brotli.dropLast(10)),
    encoded("zstd cut short", "zstd", EncodedBodies.zstd.dropLast(10)),
  ]

  /// Framed well, so that only the encoding is at fault.
  private static func encoded(_ name: String, _ encoding: String, _ bytes: some Collection<UInt8>) -> OddResponse {
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(encoding)\r\nContent-Length: \(bytes.count)\r\n\r\n"
    return OddResponse(name, head).with(Array(bytes)).fails(.badContentEncoding, status: 200)
  }
}
