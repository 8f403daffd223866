#if os(Linux)
  import Foundation

  /// nginx with TLS, HTTP/2 and a certificate of its own, on a free port of the loopback address.
  final class NginxServer: Sendable {
    struct Failure: Error { let what: String }

    /// Tests that need it are skipped without nginx and openssl.
    static let isAvailable = find("nginx") != nil && find("openssl") != nil

    let folder: URL
    let securePort: UInt16
    let plainPort: UInt16
    /// `sha256//…` of the certificate's key.
    let pin: String

    /// The certificate, which is its own authority.
    var certificateFile: String { folder.appending(path: "cert.pem").path }

    private let process: ChildProcess

    /// The ports are open when this returns: nginx takes over listening sockets, as at an upgrade of itself.
    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "alula-nginx-\(UUID().uuidString)")
      try FileManager.default.createDirectory(
        at: folder.appending(path: "files"), withIntermediateDirectories: true)
      try Data(repeating: 0x61, count: 20_000).write(to: folder.appending(path: "files/small"))
      try Data(repeating: 0x62, count: 8_000_000).write(to: folder.appending(path: "files/large"))
      pin = try Self.makeCertificate(in: folder)
      let sockets = [RawSocket.make(isIPv6: false), RawSocket.make(isIPv6: false)]
      defer { for socket in sockets { RawSocket.close(socket) } }
      securePort = try RawSocket.listen(sockets[0], isIPv6: false)
      plainPort = try RawSocket.listen(sockets[1], isIPv6: false)
      let configuration = Self.configuration(securePort, plainPort)
      try Data(configuration.utf8).write(to: folder.appending(path: "nginx.conf"))
      process = try ChildProcess(
        Self.find("nginx") ?? "", ["-p", folder.path, "-c", "nginx.conf", "-e", "error.log"],
        environment: ["NGINX=\(ChildProcess.firstPassed);\(ChildProcess.firstPassed + 1);"], passing: sockets)
    }

    deinit {
      process.terminate()
      try? FileManager.default.removeItem(at: folder)
    }

    func path(_ name: String) -> String { folder.path + name }

    func secureURL(_ path: String, host: String = "localhost") -> String { "https://\(host):\(securePort)\(path)" }

    func plainURL(_ path: String) -> String { "http://127.0.0.1:\(plainPort)\(path)" }

    private static func configuration(_ securePort: UInt16, _ plainPort: UInt16) -> String {
      """
      user \(NSUserName());
      worker_processes 1;
      pid nginx.pid;
      daemon off;
      events { worker_connections 1024; }
      http {
        access_log off;
        sendfile on;
        http2_max_concurrent_streams 1024;
        keepalive_requests 1000000;
        client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; uwsgi_temp_path t4; scgi_temp_path t5;
        server {
          listen 127.0.0.1:\(securePort) ssl http2;
            listen 127.0.0.1:\(plainPort);
          ssl_certificate cert.pem;
          ssl_certificate_key key.pem;
          root files;
          add_header X-Connection $connection always;
          location /moved { return 302 /small; }
          location /private { return 401 "no"; }
          location /cut { return 444; }
        }
      }
      """
    }

    private static func makeCertificate(in folder: URL) throws -> String {
      try run(
        "openssl",
        [
          "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
          "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
          "-keyout", folder.appending(path: "key.pem").path, "-out", folder.appending(path: "cert.pem").path,
        ])
      let key = folder.appending(path: "key.der").path
      try run(
        "openssl", ["pkey", "-in", folder.appending(path: "key.pem").path, "-pubout", "-outform", "der", "-out", key])
      let digest = folder.appending(path: "key.sha256")
      try run("openssl", ["dgst", "-sha256", "-binary", "-out", digest.path, key])
      return try "sha256//\(Data(contentsOf: digest).base64EncodedString())"
    }

    private static func run(_ name: String, _ arguments: [String]) throws {
      guard let path = find(name) else { throw Failure(what: "no \(name)") }
      let status = try ChildProcess(path, arguments).wait()
      guard status == 0 else { throw Failure(what: "\(name) ended with \(status)") }
    }

    private static func find(_ name: String) -> String? {
      ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/usr/local/sbin", "/opt/homebrew/bin"].map { "\($0)/\(name)" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
  }
#endif
