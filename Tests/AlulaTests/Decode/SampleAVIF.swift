#if os(Linux) && AVIF
  import CSampleAVIF
  import Foundation
  import Testing

  @testable import Alula

  /// AVIF files of many kinds.
  struct SampleAVIF: CustomTestStringConvertible, Sendable {
    let name: String
    var kind = alula_sample_avif_kind()
    var profile: [UInt8] = []

    init(_ name: String, sampling: Int32 = 444, depth: Int32 = 8, _ change: (inout Self) -> Void = { _ in }) {
      self.name = name
      kind.sampling = sampling
      kind.depth = depth
      kind.matrix = 6
      kind.mirror = -1
      change(&self)
    }

    var testDescription: String { name }
    var isGray: Bool { kind.sampling == 400 }

    /// A file of an RGBA picture.
    func file(_ picture: SamplePicture) throws -> Data {
      var size = 0
      let bytes = alula_sample_avif(
        picture.bytes, UInt32(picture.size.width), UInt32(picture.size.height), kind, profile, profile.count, &size)
      return Data(bytesNoCopy: try #require(bytes), count: size, deallocator: .free)
    }

    func file(width: Int = 96, height: Int = 64) throws -> Data {
      try file(Self.picture(width: width, height: height, hasAlpha: kind.has_alpha != 0, isGray: isGray))
    }

    /// Soft colours over the whole range.
    static func picture(width: Int, height: Int, hasAlpha: Bool = false, isGray: Bool = false) -> SamplePicture {
      SamplePicture(width: width, height: height, layout: .rgba8) { x, y, channel in
        let (u, v) = (Double(x) / Double(width), Double(y) / Double(height))
        switch isGray && channel < 3 ? 1 : channel {
        case 0: return UInt8(255 * u)
        case 1: return UInt8(127.5 + 127 * sin(u * 9 + v * 5))
        case 2: return UInt8(255 * (1 - v))
        default: return hasAlpha ? UInt8(255 * min(1, 0.2 + u)) : 255
        }
      }
    }

    static let kinds: [SampleAVIF] = [
      .init("4:4:4"), .init("4:2:2", sampling: 422), .init("4:2:0", sampling: 420),
      .init("4:2:0 limited BT.709", sampling: 420) { ($0.kind.is_limited, $0.kind.matrix) = (1, 1) },
      .init("4:4:4 limited") { $0.kind.is_limited = 1 },
      .init("10 bit 4:2:0 limited BT.2020", sampling: 420, depth: 10) { ($0.kind.is_limited, $0.kind.matrix) = (1, 9) },
      .init("10 bit 4:4:4", depth: 10), .init("12 bit 4:2:2", sampling: 422, depth: 12),
      .init("12 bit limited", depth: 12) { $0.kind.is_limited = 1 },
      .init("RGB") { $0.kind.matrix = 0 }, .init("10 bit RGB", depth: 10) { $0.kind.matrix = 0 },
      .init("YCgCo") { $0.kind.matrix = 8 },
      .init("grey", sampling: 400), .init("10 bit limited grey", sampling: 400, depth: 10) { $0.kind.is_limited = 1 },
      .init("alpha", sampling: 420) { $0.kind.has_alpha = 1 },
      .init("10 bit alpha", depth: 10) { $0.kind.has_alpha = 1 },
      .init("12 bit limited alpha", sampling: 422, depth: 12) { ($0.kind.has_alpha, $0.kind.is_limited) = (1, 1) },
      .init("grey with alpha", sampling: 400) { $0.kind.has_alpha = 1 },
    ]

    /// What libavif makes of a file: the stored picture, straight RGBA.
    static func referee(_ data: Data) throws -> SamplePicture {
      var (width, height): (UInt32, UInt32) = (0, 0)
      let bytes = data.withUnsafeBytes {
        alula_referee_avif($0.bindMemory(to: UInt8.self).baseAddress, $0.count, &width, &height)
      }
      let pixels = try #require(bytes)
      defer { free(pixels) }
      let stride = Int(width) * 4
      return SamplePicture(width: Int(width), height: Int(height), layout: .rgba8) { x, y, channel in
        pixels[y * stride + x * 4 + channel]
      }
    }
  }

  /// How far two bitmaps are apart: the mean and the most, over all samples.
  func distance(_ one: Bitmap, _ other: Bitmap) throws -> (mean: Double, most: Int) {
    try #require(one.size == other.size)
    let apart = zip(one.bytes, other.bytes).map { abs(Int($0) - Int($1)) }
    return (Double(apart.reduce(0, +)) / Double(max(1, apart.count)), apart.max() ?? 0)
  }
#endif
