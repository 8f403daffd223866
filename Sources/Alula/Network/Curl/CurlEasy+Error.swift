#if os(Linux) && Curl
  internal import CCurl

  extension CurlEasy {
    /// The meaning of a CURLcode. `hasHead`: whether the response had begun.
    func error(_ code: Int32, hasHead: Bool) -> TransportError {
      let failure = alula_curl_failure_of(code)
      let message = String(cString: alula_curl_message(code))
      // Only for TLS does libcurl's own text say more, and only there is it sure to hold no URL.
      guard failure != ALULA_CURL_TLS else { return TransportError(.tls, detail.isEmpty ? message : detail) }
      return TransportError(meaning(failure, hasHead: hasHead), message)
    }

    private func meaning(_ failure: alula_curl_failure, hasHead: Bool) -> TransportError.Code {
      switch failure {
      case ALULA_CURL_RESOLVE: .cannotResolveHost
      case ALULA_CURL_CONNECT: .cannotConnect
      // A chunk that is no chunk has the code of a lost connection.
      case ALULA_CURL_LOST: detail.contains("chunked-encoding") ? .badResponse : .connectionLost
      case ALULA_CURL_PARTIAL: .truncatedBody
      // HTTP/2: the stream was reset or the connection broken.
      case ALULA_CURL_STREAM: hasHead ? .truncatedBody : .connectionLost
      case ALULA_CURL_ENCODING: .badContentEncoding
      case ALULA_CURL_RESPONSE: .badResponse
      // libcurl's word for a header line over 100 KB.
      case ALULA_CURL_MEMORY: hasHead ? .other : .badResponse
      case ALULA_CURL_REQUEST: .invalidRequest
      case ALULA_CURL_TIMEOUT: .timedOut
      default: .other
      }
    }
  }
#endif
