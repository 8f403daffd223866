#if os(Linux) && Curl
  /// Makes easy handles ready for a request, and keeps a few to use again. Loop thread only.
  final class CurlEasyFactory {
    private let configuration: CurlTransport.Configuration
    private var idle: [CurlEasy] = []
    private static let mostIdle = 32

    init(configuration: CurlTransport.Configuration) {
      self.configuration = configuration
    }

    func make(_ request: TransportRequest) throws(TransportError) -> CurlEasy {
      if let refusal = request.refusal { throw refusal }
      guard let easy = idle.popLast() ?? CurlEasy() else { throw TransportError(.other, "out of memory") }
      try easy.prepare(request, configuration)
      return easy
    }

    /// `easy` is out of the multi handle.
    func recycle(_ easy: CurlEasy) {
      guard idle.count < Self.mostIdle else { return }
      easy.reset()
      idle.append(easy)
    }

    func removeAll() { idle = [] }
  }
#endif
