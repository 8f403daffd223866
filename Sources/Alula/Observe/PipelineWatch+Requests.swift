extension PipelineWatch {
  /// Somebody asks for what memory does not hold.
  /// - Parameter isRefresh: whether it validates a stale picture that was shown.
  func ask(_ request: ImageRequest, isRefresh: Bool = false) -> Ask {
    let began = now()
    let number = requests.withLock { requests in
      requests.counts.asked += 1
      requests.counts.waiting += 1
      if isRefresh { requests.counts.refreshes += 1 }
      requests.lastNumber += 1
      return requests.lastNumber
    }
    let ask = Ask(number: number, host: request.publicHost, began: began)
    say(.asked, of: ask, at: began)
    return ask
  }

  /// `ask` waits for the picture that `other` is making.
  func joined(_ ask: Ask, picture other: Ask) {
    guard ask.number != 0 else { return }
    requests.withLock { $0.counts.joined += 1 }
    say(.joined(number: other.number), of: ask)
  }

  /// `ask` waits for the bytes that `other` is loading.
  func joined(_ ask: Ask, bytes other: Ask) {
    guard ask.number != 0 else { return }
    requests.withLock { $0.counts.joinedDownloads += 1 }
    say(.joined(number: other.number), of: ask)
  }

  /// The wait is over.
  func ended(_ ask: Ask, _ outcome: Result<ImageResponse, LoadError>) {
    switch outcome {
    case .success(let response): delivered(ask, response.source, response.cacheReport?.decision)
    case .failure(let error): failed(ask, error)
    }
  }

  /// The same for bytes.
  func ended(_ ask: Ask, _ outcome: Result<EncodedImage, LoadError>) {
    switch outcome {
    case .success(let encoded): delivered(ask, encoded.source, encoded.report?.decision)
    case .failure(let error): failed(ask, error)
    }
  }

  private func delivered(_ ask: Ask, _ source: ImageResponse.Source, _ decision: CacheReport.Decision?) {
    let time = now()
    requests.withLock { requests in
      requests.counts.waiting -= 1
      requests.counts.answer(from: source, decision)
      requests.time.add(time - ask.began)
    }
    say(.delivered(source), of: ask, at: time)
  }

  func failed(_ ask: Ask, _ error: LoadError) {
    requests.withLock { requests in
      requests.counts.waiting -= 1
      if error.isCancelled { requests.counts.cancelled += 1 } else { requests.counts.failed += 1 }
    }
    say(error.isCancelled ? .cancelled : .failed(error.code), of: ask)
  }
}

extension PipelineMetrics.Requests {
  fileprivate mutating func answer(from source: ImageResponse.Source, _ decision: CacheReport.Decision?) {
    switch source {
    case .memory: answeredByMemory += 1
    case .network: answeredByNetwork += 1
    case .file, .data: answeredLocally += 1
    case .disk:
      switch decision {
      case .revalidated: answeredByDiskValidated += 1
      case .stale: answeredByDiskStale += 1
      case .fresh, .fetched, .failed, nil: answeredByDiskFresh += 1
      }
    }
  }
}

extension PipelineMetrics.Cache {
  mutating func add(_ decision: CacheReport.Decision) {
    switch decision {
    case .fresh: fresh += 1
    case .revalidated: revalidated += 1
    case .stale: stale += 1
    case .fetched: fetched += 1
    case .failed: failed += 1
    }
  }
}
