import Foundation

/// Pictures at the size they were decoded to, their transforms applied, on disk (`DiskVariants`).
struct VariantShelf: Sendable {
  /// What a variant is made of, and for whom.
  struct Source: Sendable {
    let digest: ContentDigest
    let options: DecodeOptions
    /// The identities of what was done to the pixels.
    let transforms: [String]
    let place: CachePlace
  }

  let shelf: Shelf
  let variants: DiskVariants
  /// Encodes, one at a time.
  let worker: Worker

  init?(shelf: Shelf?, variants: DiskVariants, scheduling: Scheduling) {
    guard let shelf, variants != .off else { return nil }
    self.shelf = shelf
    self.variants = variants
    worker = Worker(label: "alula.variants", scheduling: scheduling)
  }

  /// The encoded variant; `nil` when there is none.
  func encoded(_ source: Source) async throws(LoadError) -> Data? {
    guard source.place.reads else { return nil }
    return try await shelf.body(for: CachePlace.variants(of: source.place.key), variant: variant(source))
  }

  /// Keeps `image`, behind: nobody waits for its encoding or for the disk.
  func keep(_ image: Bitmap, _ source: Source) {
    guard source.place.writes, let encoder = variants.encoder else { return }
    let (variant, ticket) = (variant(source), shelf.begin(source.place))
    worker.enqueue { [shelf] in
      guard !ticket.isForgotten, let data = Self.encode(image, encoder) else { return shelf.end(ticket) }
      shelf.enqueueWrite {
        defer { shelf.end(ticket) }
        guard !ticket.isForgotten else { return }
        let place = ticket.place
        let label = "\(place.label) at \(image.size)"
        let key = CachePlace.variants(of: place.key)
        Self.makeRoom(for: variant, of: source.digest, key, shelf.store)
        let writer = shelf.store.makeWriter(for: key, variant: variant, partition: place.partition.name, label: label)
        writer?.append(data)
        _ = writer?.commit(metadata: [])
      }
    }
  }

  private static func encode(_ image: Bitmap, _ encoder: ImageEncoder) -> Data? {
    if let data = try? encoder.encode(image) { return data }
    return encoder.format == .png ? nil : try? ImageEncoder(format: .png).encode(image)
  }

  /// Variants of other bytes are of no use any more, and too many sizes would slow down each look.
  private static func makeRoom(for variant: String, of digest: ContentDigest, _ key: StoreKey, _ store: DiskStore) {
    let others = store.entries(for: key).filter { $0.variant != variant }
    let old = others.filter { !$0.variant.hasPrefix(prefix(digest)) }
    let surplus = others.filter { $0.variant.hasPrefix(prefix(digest)) }.dropFirst(CachePlace.maximumVariants - 1)
    for entry in old + surplus { store.remove(entry) }
  }

  private static func prefix(_ digest: ContentDigest) -> String { "\(digest.high) \(digest.low)\n" }

  /// Everything that changes the pixels, and how they are kept.
  private func variant(_ source: Source) -> String {
    let target = source.options.target.map { target in
      "\(target.width) \(target.height) \(target.scale) \(target.mode) \(target.allowsEnlarging)"
    }
    // Each with its length before it: no two lists read alike.
    let steps = source.transforms.map { "\n\($0.utf8.count) \($0)" }.joined()
    return Self.prefix(source.digest) + "\(variants) \(target ?? "whole") \(source.options.convertsColor)" + steps
  }
}
