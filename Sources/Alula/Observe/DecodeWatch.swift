/// Watches one decode, from its wait for a thread to its end.
struct DecodeWatch: Sendable {
  private let watch: PipelineWatch
  private let ask: Ask
  private let queued: Duration

  init(_ watch: PipelineWatch, _ ask: Ask) {
    self.watch = watch
    self.ask = ask
    queued = watch.now()
    watch.decoding.withLock { decoding in
      decoding.counts.queued += 1
      decoding.counts.waiting += 1
    }
    watch.say(.decodeQueued, of: ask, at: queued)
  }

  /// It left before its turn.
  func left() {
    watch.decoding.withLock { decoding in
      decoding.counts.waiting -= 1
      decoding.counts.cancelled += 1
    }
    watch.say(.decodeLeft, of: ask)
  }

  /// The thread of that number begins.
  /// - Returns: when.
  func begin(thread: Int) -> Duration {
    let time = watch.now()
    watch.decoding.withLock { decoding in
      decoding.counts.waiting -= 1
      decoding.counts.running += 1
      decoding.queueTime.add(time - queued)
    }
    watch.say(.decodeBegan(thread: thread), of: ask, at: time)
    return time
  }

  /// There is no memory for it now: it waits again.
  func heldBack() {
    watch.decoding.withLock { decoding in
      decoding.counts.running -= 1
      decoding.counts.waiting += 1
    }
    watch.say(.decodeEnded, of: ask)
    watch.say(.decodeQueued, of: ask)
  }

  /// It is over.
  func end(_ outcome: Result<Bitmap, LoadError>, of encoded: ByteCount, begun: Duration) {
    let time = watch.now()
    watch.decoding.withLock { decoding in
      decoding.counts.running -= 1
      switch outcome {
      case .success(let bitmap):
        decoding.counts.decoded += 1
        decoding.counts.encoded = decoding.counts.encoded + encoded
        decoding.counts.pixels = decoding.counts.pixels + bitmap.byteCount
        decoding.time.add(time - begun)
      case .failure(let error) where error.isCancelled: decoding.counts.cancelled += 1
      case .failure: decoding.counts.failed += 1
      }
    }
    watch.say(.decodeEnded, of: ask, at: time)
  }
}
