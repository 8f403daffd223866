#if !os(Linux)
  extension RowKernels {
    /// What this processor does fastest.
    static let best = portable
  }
#endif
