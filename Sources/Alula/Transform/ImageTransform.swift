/// A step that changes decoded pixels: a crop, a mask, a watermark. See `ImageRequest.transforms`.
///
/// Steps run one after another on the thread that decoded the picture, never on the main one; the task's cancellation is looked at
/// before each. What they make is kept in memory, and with `DiskVariants` on disk, under their identities.
public protocol ImageTransform: Sendable {
  /// What the step does, as text: steps of one identity make the same pixels from the same picture.
  ///
  /// It names the result on disk too. So it must say every parameter, be the same in the next run of the program, and change when
  /// the pixels that the step makes change. Begin with a name of your own: "com.example.sepia/1 0.5".
  var identity: String { get }

  /// The changed picture; `bitmap` itself when nothing changes.
  /// - Parameter budget: What the step may take at its peak, `bitmap` and the result included. The result is checked anyway.
  /// - Throws: `LoadError`. The load ends with it; the bytes of the picture stay cached.
  func apply(to bitmap: Bitmap, within budget: DecodeBudget) throws(LoadError) -> Bitmap
}

extension Bitmap {
  /// The picture after `transforms`, in their order. Works on the calling thread: keep it off the main one.
  /// - Parameter budget: What each step may take at its peak, its input and its result included.
  /// - Throws: What a step throws; `.tooManyPixels` for a result over the budget, `.cancelled` before a step once the task is cancelled.
  public func applying(
    _ transforms: [AnyImageTransform], within budget: DecodeBudget = DecodeBudget()
  ) throws(LoadError) -> Bitmap {
    var bitmap = self
    for transform in transforms {
      guard !Task.isCancelled else { throw .cancelled }
      bitmap = try transform.apply(to: bitmap, within: budget)
      try budget.checkMemory([bitmap.byteCount.bytes])
    }
    // A part remains one. A step may give the same bitmap to others, and that is none.
    if isPartial, isKnownUniquelyReferenced(&bitmap) { bitmap.isPartial = true }
    return bitmap
  }
}
