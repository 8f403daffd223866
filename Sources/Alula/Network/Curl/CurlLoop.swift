#if os(Linux) && Curl
  internal import CCurl
  internal import Glibc

  /// The thread that owns every curl handle. Nothing in here is shared: others talk to it through the inbox.
  final class CurlLoop {
    private let multi: OpaquePointer
    private let inbox: CurlInbox
    private let factory: CurlEasyFactory
    private var transfers: [ObjectIdentifier: CurlTransfer] = [:]
    /// No deadline is before this. Deadlines mostly move later, so it is a lower bound, and looking at every transfer is
    /// rare: about once per timeout, not once per event.
    private var nextDeadline: ContinuousClock.Instant?

    private init(multi: OpaquePointer, inbox: CurlInbox, configuration: CurlTransport.Configuration) {
      self.multi = multi
      self.inbox = inbox
      factory = CurlEasyFactory(configuration: configuration)
    }

    private static let isCurlReady = alula_curl_global_init()

    /// Starts the thread; `nil` when there is no memory or no thread left.
    static func launch(configuration: CurlTransport.Configuration) -> CurlInbox? {
      guard isCurlReady, let inbox = CurlInbox(idleConnections: configuration.maximumIdleConnections) else {
        return nil
      }
      let isRunning = CurlThread.launch {
        guard let multi = inbox.multi else { return }
        CurlLoop(multi: multi, inbox: inbox, configuration: configuration).run()
      }
      if !isRunning { inbox.close() }
      return isRunning ? inbox : nil
    }

    private func run() {
      var commands: [CurlInbox.Command] = []
      while inbox.take(into: &commands) {
        for command in commands { handle(command) }
        commands.removeAll(keepingCapacity: true)
        alula_curl_perform(multi)
        finishDone()
        finishExpired()
        if inbox.maySleep() { alula_curl_poll(multi, millisecondsToSleep) }
      }
      shutDown(commands)
    }

    private func handle(_ command: CurlInbox.Command) {
      switch command {
      case .start(let job): start(job)
      case .cancel(let job):
        guard let transfer = transfers[job.id] else { return }
        finish(transfer, .failure(TransportError(.cancelled, "cancelled")))
      case .resume(let job):
        guard let transfer = transfers[job.id] else { return }
        if let error = transfer.resume() { return finish(transfer, .failure(error)) }
        expect(transfer)
      }
    }

    private func start(_ job: CurlJob) {
      guard !job.handle.isCancelled else { return end(job, .failure(TransportError(.cancelled, "cancelled"))) }
      do throws(TransportError) {
        let transfer = CurlTransfer(job: job, easy: try factory.make(job.request))
        transfer.attach()
        guard alula_curl_add(multi, transfer.easy.handle) else { throw TransportError(.other, "out of memory") }
        transfers[job.id] = transfer
        expect(transfer)
      } catch {
        end(job, .failure(error))
      }
    }

    private func finishDone() {
      var context: UnsafeMutableRawPointer?
      var code: Int32 = 0
      while alula_curl_next_finished(multi, &context, &code) {
        guard let context else { continue }
        let transfer = CurlTransfer.of(context)
        finish(transfer, transfer.result(code))
      }
    }

    /// The one way out of `transfers`.
    private func finish(_ transfer: CurlTransfer, _ result: Result<TransportMetrics, TransportError>) {
      guard transfers.removeValue(forKey: transfer.job.id) != nil else { return }
      alula_curl_remove(multi, transfer.easy.handle)
      factory.recycle(transfer.easy)
      end(transfer.job, result)
    }

    private func end(_ job: CurlJob, _ result: Result<TransportMetrics, TransportError>) {
      job.handle.unbind()
      job.receiver.transportDidFinish(result)
    }

    private func shutDown(_ commands: [CurlInbox.Command]) {
      // The transport is gone, so these are the last starts; what the receivers below ask for is dropped.
      for command in commands {
        guard case .start(let job) = command else { continue }
        end(job, .failure(TransportError(.cancelled, "the transport is gone")))
      }
      for transfer in Array(transfers.values) {
        finish(transfer, .failure(TransportError(.cancelled, "the transport is gone")))
      }
      factory.removeAll()
      inbox.close()
    }
  }

  // Deadlines.
  extension CurlLoop {
    private func expect(_ transfer: CurlTransfer) {
      guard let deadline = transfer.deadline else { return }
      nextDeadline = min(nextDeadline ?? deadline, deadline)
    }

    private func finishExpired() {
      guard let earliest = nextDeadline else { return }
      let now = ContinuousClock.now
      guard earliest <= now else { return }
      for transfer in transfers.values.filter({ $0.deadline.map { $0 <= now } ?? false }) {
        finish(transfer, .failure(transfer.timeout(now)))
      }
      nextDeadline = transfers.values.lazy.compactMap(\.deadline).min()
    }

    /// Rounded up, so that the loop does not wake just before a deadline. libcurl shortens it for timers of its own.
    private var millisecondsToSleep: Int32 {
      guard let nextDeadline, !transfers.isEmpty else { return .max }
      let left = (nextDeadline - .now) / Duration.milliseconds(1)
      return Int32(min(max(left.rounded(.up), 0), 1_000_000))
    }
  }
#endif
