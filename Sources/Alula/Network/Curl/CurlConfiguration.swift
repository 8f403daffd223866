#if os(Linux) && Curl
  extension CurlTransport {
    /// How the transport connects. Certificates and host names are always checked unless a host is named below.
    public struct Configuration: Sendable {
      /// The public keys a host may have. Checked besides the certificate, not in its place.
      public struct Pin: Hashable, Sendable {
        /// Host name or IP address as in the URL, without brackets; case does not matter.
        public var host: String
        /// `sha256//` and the base64 of the SHA-256 of the key's SubjectPublicKeyInfo (RFC 7469 section 2.4).
        /// One match is enough. Empty: nothing matches.
        public var publicKeys: [String]

        /// Pins for `host`.
        public init(host: String, publicKeys: [String]) {
          self.host = host
          self.publicKeys = publicKeys
        }
      }

      /// Sent unless the request has its own `User-Agent`. `nil` sends none. Default "Alula".
      public var userAgent: String? = "Alula"
      /// Path of a PEM file with the certificates to trust in place of the system's. Default: the system's.
      public var certificateAuthorityFile: String?
      /// Hosts that must show one of these keys. Default: none.
      public var pins: [Pin] = []
      /// Hosts whose certificate is not checked at all: anyone on the way can read and change what they send. For test
      /// servers. Default: none.
      public var hostsWithoutCertificateChecks: [String] = []
      /// HTTP/2 over TLS where the server offers it, many requests on one connection. Default `true`.
      public var allowsHTTP2 = true
      /// How many open connections are kept when nothing uses them, at least 1. Default 64. Keep it above the number of requests
      /// in flight over HTTP/1.1, else connections are closed that would be used again.
      public var maximumIdleConnections = 64
      /// Proxy URL, as libcurl takes it. `nil` (default): what the environment says (`http_proxy`, `https_proxy`,
      /// `no_proxy`). Empty: none.
      public var proxy: String?

      /// The defaults.
      public init() {}

      /// The pins of `host` in libcurl's form; `nil` when it has none.
      func pinList(host: String) -> String? {
        let pins = pins.filter { HTTPHeaders.isSame($0.host, host) }
        guard !pins.isEmpty else { return nil }
        let keys = pins.flatMap(\.publicKeys)
        // An empty list would switch the check off; a key that cannot exist refuses every server.
        return keys.isEmpty ? "sha256//" : keys.joined(separator: ";")
      }

      func checksCertificate(host: String) -> Bool {
        !hostsWithoutCertificateChecks.contains { HTTPHeaders.isSame($0, host) }
      }

      /// Whether a URL's host has to be known before it is fetched.
      var hasHostRules: Bool { !pins.isEmpty || !hostsWithoutCertificateChecks.isEmpty }
    }
  }
#endif
