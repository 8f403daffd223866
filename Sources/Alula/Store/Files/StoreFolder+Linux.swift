#if os(Linux)
  extension StoreFolder {
    /// Nothing beyond permissions.
    func protect() {}
  }
#endif
