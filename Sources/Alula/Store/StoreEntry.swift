import Foundation

/// A committed entry of the disk store: what the index holds of it.
package struct StoreEntry: Sendable {
  /// The row. Never given to another entry.
  package let id: Int64
  package let key: StoreKey
  /// Which of the entries of one key; `(key, variant)` is unique.
  package let variant: String
  /// Whose it is; the name of a `CachePartition`.
  package let partition: String
  /// What `list` shows of it; holds no secret.
  package let label: String
  package let metadata: [UInt8]
  /// Bytes of the body.
  package let length: Int
  /// The checksum of the body.
  package let digest: ContentDigest
  /// The body's own file.
  let file: BodyName?
  /// The block of the pack with which the body begins. With neither, the index holds the body.
  let place: Int?
  /// The body, not yet verified, when it came with the row.
  let inline: Data?
  /// Milliseconds since 1970.
  let storedAt: Int64
  /// Milliseconds since 1970.
  let usedAt: Int64

  /// Whether that is the same entry, wherever its body is now. Not the number alone: an index that was made anew counts
  /// from one again.
  func isSame(as other: StoreEntry) -> Bool { id == other.id && key == other.key && digest == other.digest }
}
