import Foundation

/// Plain memory for `count` values, freed when the owner goes away. Zeroed: what a codec leaves out of a damaged row must never be
/// what this memory held before.
struct PixelBuffer<Element: BitwiseCopyable>: ~Copyable {
  let base: UnsafeMutablePointer<Element>
  let count: Int

  /// - Throws: `.tooManyPixels` when the memory cannot be had.
  init(count: Int) throws(LoadError) {
    guard let memory = calloc(max(1, count), MemoryLayout<Element>.stride) else {
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
