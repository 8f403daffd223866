import Foundation

/// Plain memory for `count` values, freed when the owner goes away. Not initialized.
struct PixelBuffer<Element: BitwiseCopyable>: ~Copyable {
  let base: UnsafeMutablePointer<Element>
  let count: Int

  /// - Throws: `.tooManyPixels` when the memory cannot be had.
  init(count: Int) throws(LoadError) {
    let (bytes, overflow) = max(1, count).multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
    guard !overflow, let memory = malloc(bytes) else {
      throw LoadError(.tooManyPixels, "No memory for \(count) values.")
    }
    base = memory.bindMemory(to: Element.self, capacity: max(1, count))
    self.count = count
  }

  deinit { free(base) }

  /// Gives the memory away; the receiver frees it with `free`.
  consuming func take() -> UnsafeMutablePointer<Element> {
    let base = base
    discard self
    return base
  }
}
