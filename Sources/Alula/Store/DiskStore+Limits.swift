extension DiskStore {
  /// How much a store may hold. All limits hold at each write, in whatever process it happens; those that were made
  /// smaller hold soon after the store is opened. With a limit of nothing, nothing is stored.
  public struct Limits: Hashable, Sendable {
    /// What the directory may take on the disk, index and log included: by default 250 MB. `ByteCount.max` is no limit
    /// and must be asked for.
    public var size: ByteCount
    /// How many entries: by default 100,000.
    public var count: Int
    /// How long an entry stays after it was used last; by default as long as there is room.
    public var age: Duration?

    /// The default limits, or others.
    public init(size: ByteCount = .megabytes(250), count: Int = 100_000, age: Duration? = nil) {
      self.size = size
      self.count = count
      self.age = age
    }
  }
}
