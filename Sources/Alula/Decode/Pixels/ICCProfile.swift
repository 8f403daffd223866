#if os(Linux)
  import CImageCodecs
  import Foundation

  /// An embedded ICC profile (ICC.1:2022), as bytes. Nothing is believed about them until they are used.
  struct ICCProfile: Hashable, Sendable {
    let bytes: Data

    /// Keeps a copy of `bytes`, so that a slice of a download does not hold on to the whole.
    init(_ bytes: Data) {
      self.bytes = bytes.withUnsafeBytes { Data($0) }
    }

    /// Larger profiles are not looked at: real ones stay below 4 MB.
    static let maximumSize = 4 << 20

    /// Whether the profile is small enough to be looked at.
    var isUsable: Bool { bytes.count >= 128 && bytes.count <= Self.maximumSize }

    /// The profile's description in English; `nil` when it is damaged or has none.
    var name: String? {
      guard isUsable else { return nil }
      var text = [CChar](repeating: 0, count: 256)
      let length = bytes.withUnsafeBytes { bytes in
        alula_color_profile_name(bytes.baseAddress, bytes.count, &text, text.count)
      }
      guard length > 0 else { return nil }
      return String(decoding: text.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether pixels would look the same without the profile: it is sRGB, as far as 8 bits can tell.
    var isSRGB: Bool {
      switch ColorTransform.find(self, channels: 3) {
      case .identity: true
      case .none, .transform: false
      }
    }
  }
#endif
