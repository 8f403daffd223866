/// What a pipeline holds in memory now, as it counts it against `ImagePipeline.Configuration.memoryBudget`.
///
/// Not counted: pictures that views hold and the cache has let go, connections, the index of the disk store, the program itself.
public struct MemoryUse: Hashable, Codable, Sendable {
  /// Bodies that are being received, and those that wait for their decode or are decoded.
  public internal(set) var bodies = ByteCount.zero
  /// Running decodes and transforms at their peak, the bitmaps they make included.
  public internal(set) var decodes = ByteCount.zero
  /// Pictures of the memory cache.
  public internal(set) var pictures = ByteCount.zero
  /// The most that all three came to at once.
  public internal(set) var peak = ByteCount.zero
  /// The budget.
  public internal(set) var limit = ByteCount.zero

  /// All three.
  public var total: ByteCount { bodies + decodes + pictures }

  private enum CodingKeys: String, CodingKey {
    case bodies = "body_bytes"
    case decodes = "decode_bytes"
    case pictures = "picture_bytes"
    case peak = "peak_bytes"
    case limit = "limit_bytes"
  }
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
