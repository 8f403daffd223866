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

  /// The body, verified: in that file, at that place of the pack, or with neither what `inline` finds in the index.
  func load<Failure: Error>(
    file: BodyName?, place: Int?, _ folder: StoreFolder, _ budget: StoreBudget, pack: @autoclosure () -> StoreFile?,
    inline: () throws(Failure) -> Data?
  ) throws(Failure) -> BodyFile.Outcome {
    if let file {
      // No such body was ever stored: memory is not taken for it, though a file of that size be there.
      guard length <= budget.content else { return .damaged }
      return BodyFile.read(folder.body(file), length: length, digest: digest)
    }
    if let place {
      guard length <= StoreBudget.packLimit else { return .damaged }
      guard let pack = pack() else { return .unreadable }
      return BodyFile.read(pack, at: place * StoreBudget.page, length: length, digest: digest)
    }
    guard let found = try inline(), found.count == length, ContentDigest.of(found) == digest else { return .damaged }
    return .body(found)
  }
}
