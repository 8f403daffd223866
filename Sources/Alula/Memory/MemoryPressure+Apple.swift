#if canImport(Darwin)
  import Dispatch

  /// Hears the system's memory pressure notifications for as long as it lives.
  final class MemoryPressure: Sendable {
    enum Level: Sendable { case warning, critical }

    private let source: any DispatchSourceMemoryPressure

    init(_ handle: @escaping @Sendable (Level) -> Void) {
      source = DispatchSource.makeMemoryPressureSource(eventMask: [.warning, .critical], queue: .global())
      source.setEventHandler { [weak source] in
        handle(source?.data.contains(.critical) == true ? .critical : .warning)
      }
      source.activate()
    }

    deinit { source.cancel() }
  }
#endif
