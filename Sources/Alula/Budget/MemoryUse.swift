/// What a pipeline holds in memory now, as it counts it against `ImagePipeline.Configuration.memoryBudget`.
///
/// Not counted: pictures that views hold and the cache has let go, connections, the index of the disk store, the program itself.
public struct MemoryUse: Hashable, Sendable {
  /// Bodies that are being received, and those that wait for their decode or are decoded.
  public internal(set) var bodies: ByteCount
  /// Running decodes and transforms at their peak, the bitmaps they make included.
  public internal(set) var decodes: ByteCount
  /// Pictures of the memory cache.
  public internal(set) var pictures: ByteCount
  /// The most that all three came to at once.
  public internal(set) var peak: ByteCount
  /// The budget.
  public internal(set) var limit: ByteCount

  /// All three.
  public var total: ByteCount { bodies + decodes + pictures }
}

extension ImagePipeline {
  /// What this pipeline holds in memory. Any thread. Cost: under a microsecond.
  public var memoryUse: MemoryUse { memory.use }
}

extension ImagePipeline {
  /// What one decode may take: no more than the whole pipeline.
  var decodeBudget: DecodeBudget {
    var budget = configuration.decodeBudget
    budget.maximumMemory = min(budget.maximumMemory, configuration.memoryBudget)
    return budget
  }
}
