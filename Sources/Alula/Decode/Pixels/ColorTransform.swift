#if os(Linux)
  import CImageCodecs
  import Foundation

  /// A way from a profile's colours to sRGB: relative colorimetric, 8 bits. Immutable, so any thread may use it.
  final class ColorTransform: @unchecked Sendable {
    // Safe to share: the C transform is made with cmsFLAGS_NOCACHE, keeps no state while used, and has its own context.
    private let handle: OpaquePointer

    private init(handle: OpaquePointer) { self.handle = handle }

    deinit { alula_color_transform_free(handle) }

    /// What a profile means for pixels with a number of channels.
    enum Meaning: Sendable {
      /// Damaged, too large, or made for other pixels: to be ignored.
      case none
      /// sRGB, as far as 8 bits can tell: nothing to do.
      case identity
      case transform(ColorTransform)
    }

    /// Converts `count` pixels from `source` to `target`, which may be the same when pixels have four bytes. Targets have
    /// four bytes a pixel; the fourth is left alone except for CMYK, where it becomes 255.
    func apply(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
      alula_color_transform_apply(handle, source, target, count)
    }

    /// What `profile` means for pixels of 1 (grey), 3 (RGB) or 4 (CMYK) channels. Making a transform costs about 2 ms;
    /// the last few are kept.
    static func find(_ profile: ICCProfile, channels: Int) -> Meaning {
      guard profile.isUsable else { return .none }
      let key = Key(profile: profile, channels: channels)
      if let known = recent.withLock({ $0.find(key) }) { return known }
      let meaning = make(profile, channels: channels)
      // Large profiles are rare and would make the store large.
      if profile.bytes.count <= 1 << 20 { recent.withLock { $0.insert(meaning, for: key) } }
      return meaning
    }

    /// - Throws: `.decoding` when Little CMS cannot be used: colours would be wrong.
    static func check() throws(LoadError) {
      guard let problem = alula_color_problem() else { return }
      throw LoadError(
        .decoding,
        "The picture's colours cannot be converted: Little CMS cannot be used: \(String(cString: problem)).")
    }

    private static func make(_ profile: ICCProfile, channels: Int) -> Meaning {
      let handle = profile.bytes.withUnsafeBytes { bytes in
        alula_color_transform_create(bytes.baseAddress, bytes.count, Int32(channels))
      }
      guard let handle else { return .none }
      let transform = ColorTransform(handle: handle)
      return alula_color_transform_is_identity(handle) != 0 ? .identity : .transform(transform)
    }

    private struct Key: Hashable, Sendable {
      let profile: ICCProfile
      let channels: Int
    }

    /// The last few meanings, the latest first.
    private struct Recent: Sendable {
      private var entries: [(key: Key, meaning: Meaning)] = []

      mutating func find(_ key: Key) -> Meaning? {
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
        let entry = entries.remove(at: index)
        entries.insert(entry, at: 0)
        return entry.meaning
      }

      mutating func insert(_ meaning: Meaning, for key: Key) {
        entries.removeAll { $0.key == key }
        entries.insert((key, meaning), at: 0)
        if entries.count > 8 { entries.removeLast() }
      }
    }

    private static let recent = Locked(Recent())
  }
#endif
