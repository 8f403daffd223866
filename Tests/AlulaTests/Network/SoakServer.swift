import Alula

/// The HTTP/1.1 side of the soak: good and bad answers by path.
enum SoakServer {
  /// The paths, and how each may fail when it is not cancelled.
  static let paths: [(String, Set<TransportError.Code>)] = [
    ("/small", []), ("/small", []), ("/big", []), ("/chunks", []), ("/moved", []), ("/trailers", []), ("/basic", []),
    ("/early", []), ("/gzip", []), ("/odd", []),
    ("/never", [.timedOut]), ("/cut", [.truncatedBody]), ("/reset", [.connectionLost]),
    ("/badgzip", [.badContentEncoding]), ("/garbage", [.badResponse]), ("/empty", [.connectionLost]),
  ]

  private static let kilobytes20 = [UInt8](repeating: 0x61, count: 20_000)
  private static let megabyte = [UInt8](repeating: 0x62, count: 1_000_000)

  static func serve(_ connection: RawConnection) {
    while let head = connection.readHead() {
      let path = String(head.split(separator: " ").dropFirst().first ?? "")
      guard answer(path, connection) else { return }
    }
  }

  /// Whether the connection stays open.
  private static func answer(_ path: String, _ connection: RawConnection) -> Bool {
    switch path {
    case "/small": return sized(kilobytes20, connection)
    case "/big": return sized(megabyte, connection)
    case "/gzip": return sized(EncodedBodies.gzip, connection, "Content-Encoding: gzip\r\n")
    case "/badgzip": return sized(kilobytes20, connection, "Content-Encoding: gzip\r\n")
    case "/odd": return sized(kilobytes20, connection, "X-Empty:\r\nX-Fold: a\r\n b\r\nX-Twice: 1\r\nX-Twice: 2\r\n")
    case "/early":
      connection.write("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")
      return sized(kilobytes20, connection)
    case "/moved": return connection.write("HTTP/1.1 302 Found\r\nLocation: /small\r\nContent-Length: 0\r\n\r\n")
    case "/basic":
      return connection.write("HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=x\r\nContent-Length: 2\r\n\r\nno")
    case "/chunks": return chunks(connection, trailer: "")
    case "/trailers": return chunks(connection, trailer: "X-Sum: 1\r\nX-More: 2\r\n")
    default: return fail(path, connection)
    }
  }

  private static func fail(_ path: String, _ connection: RawConnection) -> Bool {
    switch path {
    case "/never": connection.waitForEnd()
    case "/cut": connection.write("HTTP/1.1 200 OK\r\nContent-Length: 30000\r\n\r\nfirst")
    case "/reset": connection.reset()
    case "/garbage": connection.write("SSH-2.0-OpenSSH_9.2\r\n")
    default: break
    }
    return false
  }

  private static func sized(_ body: [UInt8], _ connection: RawConnection, _ more: String = "") -> Bool {
    connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\(more)\r\n") && connection.write(body)
  }

  private static func chunks(_ connection: RawConnection, trailer: String) -> Bool {
    connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    for _ in 0..<20 {
      guard connection.write("3e8\r\n"), connection.write(Array(kilobytes20.prefix(1_000))), connection.write("\r\n")
      else { return false }
    }
    return connection.write("0\r\n\(trailer)\r\n")
  }
}
