import Foundation
import Testing

/// A blocking socket that says exactly what a test wants on the wire, and hears exactly what comes back.
final class RawClient {
  enum End: Equatable {
    case open
    case finished
    case reset
  }

  struct Refused: Error {}

  private var descriptor: Int32
  private var received: [UInt8] = []
  private(set) var end = End.open

  init(port: UInt16, ipv6: Bool = false) throws {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
    hints.ai_protocol = Int32(IPPROTO_TCP)
    var found: UnsafeMutablePointer<addrinfo>?
    try #require(getaddrinfo(ipv6 ? "::1" : "127.0.0.1", "\(port)", &hints, &found) == 0)
    let address = try #require(found)
    defer { freeaddrinfo(found) }
    descriptor = socket(address.pointee.ai_family, address.pointee.ai_socktype, address.pointee.ai_protocol)
    RawClientPlatform.silenceBrokenPipe(descriptor)
    guard connect(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0 else { throw Refused() }
  }

  deinit { close() }

  func close() {
    if descriptor >= 0 { Foundation.close(descriptor) }
    descriptor = -1
  }

  /// Closes with RST.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, RawClientPlatform.sendFlags)
      }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  func get(_ target: String, _ fields: String = "", method: String = "GET") {
    send("\(method) \(target) HTTP/1.1\r\nHost: test\r\n\(fields)\r\n")
  }

  /// Sends a request and reads its answer.
  func fetch(_ target: String, _ fields: String = "", method: String = "GET") throws -> RawAnswer {
    get(target, fields, method: method)
    return try readAnswer(hasBody: method != "HEAD")
  }

  /// Reads one response by its framing.
  func readAnswer(hasBody: Bool = true) throws -> RawAnswer {
    let head = try #require(readThrough([13, 10, 13, 10]), "no head came")
    var answer = try #require(RawAnswer(head: head))
    guard hasBody, answer.mayHaveBody else { return answer }
    if answer["Transfer-Encoding"] == "chunked" {
      try readChunks(&answer)
    } else if let length = answer["Content-Length"].flatMap({ Int($0) }) {
      answer.body = read(length)
    } else {
      answer.body = readAll()
    }
    return answer
  }

  /// Up to `count` bytes; fewer at the end of the connection.
  func read(_ count: Int) -> [UInt8] {
    while received.count < count, receive() {}
    defer { received.removeFirst(min(count, received.count)) }
    return Array(received.prefix(count))
  }

  func readAll() -> [UInt8] {
    while receive() {}
    defer { received = [] }
    return received
  }

  private func readChunks(_ answer: inout RawAnswer) throws {
    while true {
      let line = try #require(readThrough([13, 10]), "no chunk size came")
      let size = try #require(Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16))
      guard size > 0 else { break }
      answer.chunks.append(size)
      let data = read(size + 2)
      answer.body += data.prefix(size)
      guard data.count == size + 2 else { return }
    }
    while let line = readThrough([13, 10]), line.count > 2 {
      answer.trailers.append(String(decoding: line.dropLast(2), as: UTF8.self))
    }
  }

  private func readThrough(_ mark: [UInt8]) -> [UInt8]? {
    var searched = 0
    while true {
      if received.count >= mark.count {
        for index in searched...(received.count - mark.count)
        where received[index..<index + mark.count].elementsEqual(mark) {
          defer { received.removeFirst(index + mark.count) }
          return Array(received.prefix(index + mark.count))
        }
        searched = received.count - mark.count + 1
      }
      guard receive() else { return nil }
    }
  }

  private func receive() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else {
      end = count == 0 ? .finished : .reset
      return false
    }
    received += buffer.prefix(count)
    return true
  }
}
