#if os(Linux)
  import Foundation
  import Testing

  /// A terminal without a screen: what a program writes to it can be read here.
  final class PseudoTerminal {
    private let controller: Int32
    private var isOpen = true
    /// The program's side.
    let handle: FileHandle

    init() throws {
      // Through the device, since Swift's Glibc module does not have posix_openpt (ioctl_tty(2)).
      controller = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      try #require(controller >= 0)
      let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
      var lock: Int32 = 0
      var number: UInt32 = 0
      try #require(ioctl(controller, setLock, &lock) == 0 && ioctl(controller, getNumber, &number) == 0)
      let descriptor = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
      try #require(descriptor >= 0)
      handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    }

    deinit {
      closeHandle()
      close(controller)
    }

    /// Waits for `text`; returns everything up to and with it.
    func read(until text: String) -> String {
      var all = ""
      while !all.contains(text), let part = next() { all += part }
      return all
    }

    /// Everything else, once the program has ended.
    func readToEnd() -> String {
      closeHandle()
      var all = ""
      while let part = next() { all += part }
      return all
    }

    private func closeHandle() {
      if isOpen { close(handle.fileDescriptor) }
      isOpen = false
    }

    /// `nil` when nobody has the other side open any more.
    private func next() -> String? {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = Foundation.read(controller, &buffer, buffer.count)
      return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
  }
#endif
