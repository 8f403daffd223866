import Foundation

/// Pictures at the size they were decoded to, on disk (`DiskVariants`).
struct VariantShelf: Sendable {
  /// What a variant is made of, and for whom.
  struct Source: Sendable {
    let digest: ContentDigest
    let options: DecodeOptions
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
    return try await shelf.body(for: key(source))
  }

  /// Keeps `image`, behind: nobody waits for its encoding or for the disk.
  func keep(_ image: Bitmap, _ source: Source) {
    guard source.place.writes, let encoder = variants.encoder else { return }
    let (key, ticket) = (key(source), shelf.begin(source.place))
    worker.enqueue { [shelf] in
      guard !ticket.isForgotten, let data = Self.encode(image, encoder) else { return shelf.end(ticket) }
      shelf.enqueueWrite {
        defer { shelf.end(ticket) }
        guard !ticket.isForgotten else { return }
        let place = ticket.place
        let label = "\(place.label) at \(image.size)"
        let writer = shelf.store.makeWriter(for: key, variant: "", partition: place.partition.name, label: label)
        writer?.append(data)
        _ = writer?.commit(metadata: [])
      }
    }
  }

  private static func encode(_ image: Bitmap, _ encoder: ImageEncoder) -> Data? {
    if let data = try? encoder.encode(image) { return data }
    return encoder.format == .png ? nil : try? ImageEncoder(format: .png).encode(image)
  }

  /// Everything that changes the pixels, and how they are kept.
  private func key(_ source: Source) -> StoreKey {
    let target = source.options.target.map { target in
      "\(target.width) \(target.height) \(target.scale) \(target.mode) \(target.allowsEnlarging)"
    }
    return StoreKey(
      """
      \(source.place.partition.name.utf8.count) \(source.place.partition.name)
      VARIANT \(variants)
      \(source.digest.high) \(source.digest.low)
      \(target ?? "whole") \(source.options.convertsColor)
      """)
  }
}
