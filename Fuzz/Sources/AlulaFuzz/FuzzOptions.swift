import Foundation

@testable import Alula

/// What the first bytes of an input say about how the rest is decoded.
struct FuzzOptions {
  static let length = 6

  private let flags: UInt8
  let options: DecodeOptions
  /// Numbers from the input for paths that choose for themselves.
  let numbers: (Int, Int)

  var isStraight: Bool { flags & 4 != 0 }
  /// Whether checksums are made right before decoding, so that what is behind them is reached.
  var mendsChecksums: Bool { flags & 64 != 0 }

  init?(_ input: Data) {
    guard input.count >= Self.length else { return nil }
    let bytes = [UInt8](input.prefix(Self.length))
    flags = bytes[0]
    numbers = (Int(bytes[1]) | Int(bytes[2]) << 8, Int(bytes[3]) | Int(bytes[4]) << 8)
    var options = DecodeOptions()
    if flags & 1 != 0 {
      options.target = TargetSize(
        width: Double(numbers.0 % 1024) + 0.5, height: Double(numbers.1 % 1024) + 0.5, scale: 1,
        mode: flags & 2 != 0 ? .fill : .fit, allowsEnlarging: flags & 32 != 0)
    }
    options.convertsColor = flags & 8 == 0
    options.allowsPartial = flags & 128 != 0
    // Small enough that an honest picture takes no second, sanitizers included.
    options.budget =
      flags & 16 != 0
      ? DecodeBudget(maximumPixels: 1 << 16, maximumMemory: .megabytes(1))
      : DecodeBudget(maximumPixels: 1 << 20, maximumMemory: .megabytes(24))
    self.options = options
  }

  /// The bytes that say such options.
  static func bytes(flags: UInt8, width: Int = 0, height: Int = 0) -> [UInt8] {
    [flags, UInt8(width & 255), UInt8(width >> 8), UInt8(height & 255), UInt8(height >> 8), 0]
  }
}
