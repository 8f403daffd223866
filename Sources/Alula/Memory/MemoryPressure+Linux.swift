#if os(Linux)
  import Foundation
  import Glibc

  /// Hears memory pressure from the kernel (PSI, Documentation/accounting/psi.rst) for as long as it lives: a stall of 150 ms
  /// within 2 s is a warning. Where the kernel has no PSI or does not allow the trigger, nothing is heard and
  /// `MemoryCache.trim(to:)` is the way.
  final class MemoryPressure: Sendable {
    enum Level: Sendable { case warning, critical }

    /// The write end of a pipe; closing it ends the watching thread. -1 when nothing is watched.
    private let stop: Int32

    init(_ handle: @escaping @Sendable (Level) -> Void) {
      stop = Self.watch(handle)
    }

    deinit { if stop >= 0 { close(stop) } }

    private static func watch(_ handle: @escaping @Sendable (Level) -> Void) -> Int32 {
      let descriptor = open("/proc/pressure/memory", O_RDWR | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { return -1 }
      let trigger = "some 150000 2000000"
      let written = trigger.withCString { write(descriptor, $0, trigger.utf8.count + 1) }
      var ends: [Int32] = [-1, -1]
      guard written > 0, pipe(&ends) == 0 else {
        close(descriptor)
        return -1
      }
      let reader = ends[0]
      let thread = Thread { wait(on: descriptor, until: reader, handle) }
      thread.name = "alula.pressure"
      thread.start()
      return ends[1]
    }

    private static func wait(on descriptor: Int32, until reader: Int32, _ handle: (Level) -> Void) {
      defer {
        close(descriptor)
        close(reader)
      }
      while true {
        var watched = [
          pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0), pollfd(fd: reader, events: 0, revents: 0),
        ]
        let count = poll(&watched, 2, -1)
        if count < 0 && errno == EINTR { continue }
        let isOver = count < 0 || watched[1].revents != 0 || watched[0].revents & Int16(POLLERR | POLLNVAL) != 0
        if isOver { return }
        if watched[0].revents & Int16(POLLPRI) != 0 { handle(.warning) }
      }
    }
  }
#endif
