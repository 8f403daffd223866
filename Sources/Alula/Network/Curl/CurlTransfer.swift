#if os(Linux) && Curl
  internal import CCurl

  /// One transfer on the loop thread: takes libcurl's callbacks, keeps the order head, body, end.
  final class CurlTransfer {
    let job: CurlJob
    let easy: CurlEasy
    private var parser = ResponseHeadParser()
    private var pausedSince: ContinuousClock.Instant?
    /// Why a callback ended the transfer; libcurl itself only knows that it did.
    private var refusal: TransportError?
    private var lastSign: ContinuousClock.Instant
    private var end: ContinuousClock.Instant
    private let silence: Duration

    init(job: CurlJob, easy: CurlEasy) {
      self.job = job
      self.easy = easy
      lastSign = .now
      // Far beyond any sense, so that adding cannot overflow.
      let longest = Duration.seconds(365 * 86_400)
      silence = min(job.request.requestTimeout, longest)
      end = lastSign + min(job.request.resourceTimeout, longest)
    }

    /// When this transfer has to be over if nothing more is heard; `nil` while it is paused: that time is the receiver's.
    var deadline: ContinuousClock.Instant? { pausedSince == nil ? min(end, lastSign + silence) : nil }

    func timeout(_ now: ContinuousClock.Instant) -> TransportError {
      let what = end <= now ? "the transfer took longer than \(job.request.resourceTimeout)" : "silence of \(silence)"
      return TransportError(.timedOut, what)
    }

    /// Points libcurl's callbacks here. The loop keeps `self` alive until the handle is out of the multi.
    func attach() {
      alula_curl_set_callbacks(
        easy.handle,
        { bytes, size, count, context in
          guard let bytes, let context else { return 0 }
          return CurlTransfer.of(context).receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
        },
        { bytes, size, count, context in
          guard let bytes, let context else { return 0 }
          return CurlTransfer.of(context).receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }, Unmanaged.passUnretained(self).toOpaque())
    }

    static func of(_ context: UnsafeMutableRawPointer) -> CurlTransfer {
      Unmanaged.fromOpaque(context).takeUnretainedValue()
    }

    private func receiveHeader(_ line: UnsafeRawBufferPointer) -> Int {
      switch parser.add(line) {
      case .more: return line.count
      case .malformed(let reason):
        refusal = TransportError(.badResponse, reason)
        return 0
      case .head(let head):
        lastSign = .now
        guard !job.handle.isCancelled else { return 0 }
        easy.prepareBody(head.headers)
        job.receiver.transportDidReceive(head)
        return line.count
      }
    }

    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
      guard !bytes.isEmpty else { return 0 }
      guard parser.isFinished, !job.handle.isCancelled else { return 0 }
      guard job.admit(bytes.count) else {
        pausedSince = pausedSince ?? .now
        return Int(ALULA_CURL_PAUSE)
      }
      lastSign = .now
      job.receiver.transportDidReceive(body: bytes.bytes)
      return bytes.count
    }

    /// Goes on after a pause. Callbacks may run inside. The error, when that ended the transfer.
    func resume() -> TransportError? {
      lastSign = .now
      if let pausedSince { end += lastSign - pausedSince }
      pausedSince = nil
      let code = alula_curl_resume(easy.handle)
      return code == 0 ? nil : error(code)
    }

    func result(_ code: Int32) -> Result<TransportMetrics, TransportError> {
      guard code == 0 else { return .failure(error(code)) }
      guard parser.isFinished else { return .failure(TransportError(.connectionLost, "closed within the head")) }
      return .success(easy.metrics)
    }

    private func error(_ code: Int32) -> TransportError {
      if job.handle.isCancelled { return TransportError(.cancelled, "cancelled") }
      return refusal ?? easy.error(code, hasHead: parser.isFinished)
    }
  }
#endif
