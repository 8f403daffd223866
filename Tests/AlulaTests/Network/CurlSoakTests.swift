#if os(Linux) && Curl
  @testable import Alula
  import AlulaTesting
  import Foundation
  import Testing

  /// Many loads, most of them cancelled at a random moment, against servers that misbehave. Each must end once, rightly.
  ///
  /// Not part of a plain `swift test`: set `ALULA_SOAK` to the number of loads (20000 takes about a minute).
  @Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: SoakLoad.count > 0, "set ALULA_SOAK to the number of loads"))
  struct CurlSoakTests {
    @Test func `HTTP/1.1 loads that are cancelled at random moments all end once`() async throws {
      let before = Self.descriptors()
      do {
        let server = try RawServer { SoakServer.serve($0) }
        try await soak(SoakServer.paths, base: "http://127.0.0.1:\(server.port)", CurlTransport(), seed: 1)
      }
      #expect(Self.descriptorsSettle(at: before))
    }

    @Test(.enabled(if: NginxServer.isAvailable, "needs nginx and openssl"))
    func `HTTP/2 loads that are cancelled at random moments all end once`() async throws {
      let before = Self.descriptors()
      do {
        let server = try NginxServer()
        var configuration = CurlTransport.Configuration()
        configuration.certificateAuthorityFile = server.certificateFile
        let paths: [(String, Set<TransportError.Code>)] = [
          ("/small", []), ("/small", []), ("/large", []), ("/moved", []), ("/private", []), ("/missing", []),
        ]
        try await soak(paths, base: server.secureURL(""), CurlTransport(configuration: configuration), seed: 2)
      }
      #expect(Self.descriptorsSettle(at: before))
    }

    @Test(.enabled(if: NginxServer.isAvailable, "needs nginx and openssl"))
    func `HTTP/2 connections that the server drops take nobody's end away`() async throws {
      let server = try NginxServer()
      var configuration = CurlTransport.Configuration()
      configuration.certificateAuthorityFile = server.certificateFile
      let lost: Set<TransportError.Code> = [.connectionLost, .truncatedBody]
      // What shares the connection may be lost with it.
      let paths = [("/small", lost), ("/large", lost), ("/cut", lost)]
      let transport = CurlTransport(configuration: configuration)
      try await soak(paths, base: server.secureURL(""), transport, seed: 3, part: 10, mayEndWell: true)
    }

    private func soak(
      _ paths: [(String, Set<TransportError.Code>)], base: String, _ transport: CurlTransport, seed: UInt64,
      part: Int = 2, mayEndWell: Bool = false
    ) async throws {
      var generator = SeededGenerator(seed: seed)
      let loads = (0..<max(1, SoakLoad.count / part)).map { _ in SoakLoad.random(paths, using: &generator) }
      let faults = await withTaskGroup(of: String?.self) { group in
        var faults: [String] = []
        for (index, load) in loads.enumerated() {
          if index >= 32, let fault = await group.next() ?? nil { faults.append(fault) }
          group.addTask { await load.run(transport, base: base) }
        }
        for await fault in group { if let fault { faults.append(fault) } }
        return faults
      }
      let wrong = faults.filter { !(mayEndWell && $0.hasSuffix("ended well")) }
      #expect(wrong.isEmpty, "\(wrong.count) of \(loads.count), first \(wrong.prefix(5))")
    }

    private static func descriptors() -> Int {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    /// The loop thread and the server's close what they have in their own time.
    private static func descriptorsSettle(at count: Int) -> Bool {
      for _ in 0..<500 {
        if descriptors() <= count { return true }
        usleep(10_000)
      }
      return false
    }
  }
#endif
