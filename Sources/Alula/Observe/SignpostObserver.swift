#if canImport(os)
  public import os

  /// Shows requests in Instruments: intervals "request", "network queue", "network", "decode queue" and "decode", and events between them,
  /// each with the number of the request as its signpost's. Costs next to nothing while nobody records.
  ///
  ///     configuration.observer = SignpostObserver()
  public struct SignpostObserver: PipelineObserver {
    private let signposter: OSSignposter

    /// An observer that records under this subsystem and category.
    public init(subsystem: String = "alula", category: String = "pipeline") {
      signposter = OSSignposter(subsystem: subsystem, category: category)
    }

    /// An observer that records by a signposter of the caller's.
    public init(signposter: OSSignposter) { self.signposter = signposter }

    /// Records `event`.
    public func observe(_ event: PipelineEvent) {
      guard signposter.isEnabled else { return }
      let id = OSSignpostID(UInt64(event.number))
      switch event.kind {
      case .asked: begin("request", id, event.host)
      case .delivered, .failed, .cancelled: end("request", id, outcome(of: event.kind))
      case .waiting: begin("network queue", id, event.host)
      case .sent:
        end("network queue", id, "sent")
        begin("network", id, event.host)
      case .received(let size): end("network", id, size.description)
      case .networkLeft: end("network queue", id, "left")
      case .decodeLeft: end("decode queue", id, "left")
      case .decodeQueued: begin("decode queue", id, event.host)
      case .decodeBegan(let thread):
        end("decode queue", id, "thread \(thread)")
        begin("decode", id, event.host)
      case .decodeEnded: end("decode", id, "")
      default: signposter.emitEvent("step", id: id, "\(outcome(of: event.kind), privacy: .public)")
      }
    }

    private func begin(_ name: StaticString, _ id: OSSignpostID, _ host: String) {
      // The interval is found by its name and number again.
      _ = signposter.beginInterval(name, id: id, "\(host, privacy: .public)")
    }

    private func end(_ name: StaticString, _ id: OSSignpostID, _ text: String) {
      signposter.endInterval(name, OSSignpostIntervalState.beginState(id: id), "\(text, privacy: .public)")
    }

    private func outcome(of kind: PipelineEvent.Kind) -> String {
      if case .decided(let report) = kind { return report.description }
      return "\(kind)"
    }
  }
#endif
