#if os(Linux) && Curl
  internal import CCurl

  extension CurlEasy {
    /// Before the body of this head: a coding that libcurl does not know is left as it is, where it would end the transfer. Servers that
    /// put a charset or a media type into `Content-Encoding` exist; what the bytes are is judged by those who take them.
    func prepareBody(_ headers: HTTPHeaders) {
      let codings = headers.filter { HTTPHeaders.isSame($0.name, "Content-Encoding") || Self.isTransferEncoding($0) }
      guard !codings.isEmpty, !codings.allSatisfy(Self.isKnown) else { return }
      alula_curl_set_undecoded(handle)
    }

    private static func isKnown(_ field: HTTPHeaders.Field) -> Bool {
      field.value.split(separator: ",").map { $0.drop { $0 == " " || $0 == "\t" } }.allSatisfy { item in
        let name = String(item.prefix { $0 != " " && $0 != "\t" && $0 != ";" })
        return name.isEmpty || alula_curl_decodes(name)
          || isTransferEncoding(field) && HTTPHeaders.isSame(name, "chunked")
      }
    }

    private static func isTransferEncoding(_ field: HTTPHeaders.Field) -> Bool {
      HTTPHeaders.isSame(field.name, "Transfer-Encoding")
    }
  }
#endif
