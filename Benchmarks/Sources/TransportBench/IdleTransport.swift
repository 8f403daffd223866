import Alula
import Foundation

/// How often the transport's thread wakes when nothing is in flight. Linux only.
struct IdleTransport {
  let url: String

  func run() {
    let transport = DefaultTransport.make()
    let ready = DispatchSemaphore(value: 0)
    let collector = BodyCollector { _, _ in ready.signal() }
    transport.start(TransportRequest(url: url), handle: collector.handle, receiver: collector)
    ready.wait()
    Thread.sleep(forTimeInterval: 0.2)
    let before = wakeUps()
    Thread.sleep(forTimeInterval: 3)
    print("bytes=0")
    print("wakeups=\(wakeUps() - before)")
    withExtendedLifetime(transport) {}
  }

  /// Voluntary context switches of the thread.
  private func wakeUps() -> Int {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    for task in tasks {
      guard let status = try? String(contentsOfFile: "/proc/self/task/\(task)/status", encoding: .utf8) else {
        continue
      }
      let lines = status.split(separator: "\n")
      guard lines.first?.hasSuffix("alula.transport") == true else { continue }
      let line = lines.first { $0.hasPrefix("voluntary_ctxt_switches:") }
      return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).last.flatMap { Int($0) } ?? -1
    }
    fatalError("no thread of that name")
  }
}
