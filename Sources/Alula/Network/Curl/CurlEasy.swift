#if os(Linux) && Curl
  internal import CCurl

  /// An easy handle, with what must live as long as it does. Loop thread only.
  final class CurlEasy {
    let handle: OpaquePointer
    private let errorText: UnsafeMutablePointer<CChar>
    private var headers: OpaquePointer?

    /// `nil` without memory.
    init?() {
      guard let handle = alula_curl_easy_make(Self.bufferSize) else { return nil }
      self.handle = handle
      errorText = .allocate(capacity: Int(ALULA_CURL_ERROR_SIZE))
      errorText.initialize(repeating: 0, count: Int(ALULA_CURL_ERROR_SIZE))
    }

    deinit {
      alula_curl_easy_free(handle)
      alula_curl_headers_free(headers)
      errorText.deallocate()
    }

    /// What one `recv` may bring. With large bodies 128 KB take a quarter less CPU than 16 or 64
    /// (`Docs/Decisions/0003-transport.md`).
    static let bufferSize = 128 * 1024

    /// Ready for another request.
    func reset() {
      alula_curl_easy_reset(handle, Self.bufferSize)
      alula_curl_headers_free(headers)
      headers = nil
      errorText[0] = 0
    }

    /// Sets what `request` says. Everything in it has been checked (`TransportRequest.refusal`).
    func prepare(_ request: TransportRequest, _ configuration: CurlTransport.Configuration) throws(TransportError) {
      alula_curl_set_error_buffer(handle, errorText)
      guard alula_curl_set_url(handle, request.url) else { throw TransportError(.other, "out of memory") }
      prepareMethod(request)
      try prepareHeaders(request)
      if let agent = TransportRequest.oneLine(configuration.userAgent) { alula_curl_set_user_agent(handle, agent) }
      if let proxy = configuration.proxy { alula_curl_set_proxy(handle, proxy) }
      let isSecure = request.url.utf8.dropFirst(4).first.map { $0 | 0x20 } == UInt8(ascii: "s")
      // Over plain HTTP nothing can be shared, and waiting to learn that would delay the first requests to a host.
      alula_curl_set_http2(handle, isSecure && configuration.allowsHTTP2)
      if isSecure { try prepareTLS(request, configuration) }
    }

    private func prepareMethod(_ request: TransportRequest) {
      let isBodyless = ["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"].contains(request.method)
      if let body = request.body ?? (isBodyless ? nil : []) {
        body.withUnsafeBytes { alula_curl_set_body(handle, $0.baseAddress, $0.count) }
        alula_curl_set_method(handle, request.method, false)
      } else if request.method != "GET" {
        alula_curl_set_method(handle, request.method, request.method == "HEAD")
      }
    }

    private func prepareHeaders(_ request: TransportRequest) throws(TransportError) {
      for field in request.headers {
        // libcurl's way to say "present and empty" is a semicolon; "Name:" would remove the header.
        let isBlank = field.value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
        try appendHeader(isBlank ? "\(field.name);" : "\(field.name): \(field.value)")
      }
      if request.body != nil {
        // Neither libcurl's form type nor a wait for "100 Continue" was asked for.
        if request.headers["Content-Type"] == nil { try appendHeader("Content-Type:") }
        if request.headers["Expect"] == nil { try appendHeader("Expect:") }
      }
      if headers != nil { alula_curl_set_headers(handle, headers) }
    }

    private func appendHeader(_ line: String) throws(TransportError) {
      guard let longer = alula_curl_headers_append(headers, line) else { throw TransportError(.other, "out of memory") }
      headers = longer
    }

    private func prepareTLS(
      _ request: TransportRequest, _ configuration: CurlTransport.Configuration
    ) throws(TransportError) {
      if let path = configuration.certificateAuthorityFile { alula_curl_set_ca_file(handle, path) }
      guard configuration.hasHostRules else { return }
      let host = try Self.host(request.url)
      if let pins = configuration.pinList(host: host) { alula_curl_set_pins(handle, pins) }
      if !configuration.checksCertificate(host: host) { alula_curl_set_accepts_any_certificate(handle) }
    }

    /// As libcurl reads it: the host that rules apply to must be the one that is connected to.
    private static func host(_ url: String) throws(TransportError) -> String {
      let name = String(unsafeUninitializedCapacity: 300) { buffer in
        buffer.withMemoryRebound(to: CChar.self) { text in
          guard let start = text.baseAddress, alula_curl_url_host(url, start, text.count) else { return 0 }
          return text.firstIndex(of: 0) ?? 0
        }
      }
      guard !name.isEmpty else { throw TransportError(.invalidRequest, "the URL has no host") }
      return name
    }

    var metrics: TransportMetrics {
      TransportMetrics(
        bytesOnWire: .bytes(Int(alula_curl_bytes_received(handle))),
        isNewConnection: alula_curl_new_connections(handle) > 0)
    }

    /// What libcurl wrote about the failure.
    var detail: String { String(cString: errorText) }
  }
#endif
