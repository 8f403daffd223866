import Foundation

@testable import Alula

/// libFuzzer, which calls back with one input after the other.
enum FuzzDriver {
  /// Set once, before the first input. libFuzzer's callback is a C function and can keep nothing.
  private static let path = Locked<FuzzPath?>(nil)

  static func run(_ path: FuzzPath) -> Never {
    Self.path.withLock { $0 = path }
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(
      runDriver(&count, &arguments) { bytes, count in
        FuzzDriver.path.withLock { $0 }?.run(Data(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
      })
  }
}

/// `LLVMFuzzerRunDriver` of compiler-rt's FuzzerInterface.h; plain C arguments.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
