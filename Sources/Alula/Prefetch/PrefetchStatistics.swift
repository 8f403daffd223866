/// What fetching ahead has brought, and whether it was of use. A copy of the moment it was read.
public struct PrefetchStatistics: Hashable, Sendable {
  /// Pictures that a prefetch brought from the network or the disk.
  public internal(set) var fetched = 0
  /// Their bytes over the network.
  public internal(set) var fetchedBytes = ByteCount.zero
  /// Those that somebody asked for afterwards, or while they came, at whatever size.
  public internal(set) var used = 0
  /// Their bytes over the network.
  public internal(set) var usedBytes = ByteCount.zero

  /// Pictures that nobody has asked for so far: what prefetching has cost in vain.
  public var unused: Int { fetched - used }
  /// Their bytes over the network.
  public var unusedBytes: ByteCount { ByteCount(fetchedBytes.bytes - usedBytes.bytes) }
}

extension PrefetchStatistics: Codable {
  private enum CodingKeys: String, CodingKey {
    case fetched, used, unused
    case fetchedBytes = "fetched_bytes"
    case usedBytes = "used_bytes"
    case unusedBytes = "unused_bytes"
  }

  /// Reads what `encode(to:)` wrote; what is unused is the difference.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    fetched = try container.decode(Int.self, forKey: .fetched)
    fetchedBytes = try container.decode(ByteCount.self, forKey: .fetchedBytes)
    used = try container.decode(Int.self, forKey: .used)
    usedBytes = try container.decode(ByteCount.self, forKey: .usedBytes)
  }

  /// Writes all six figures.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(fetched, forKey: .fetched)
    try container.encode(fetchedBytes, forKey: .fetchedBytes)
    try container.encode(used, forKey: .used)
    try container.encode(usedBytes, forKey: .usedBytes)
    try container.encode(unused, forKey: .unused)
    try container.encode(unusedBytes, forKey: .unusedBytes)
  }
}
