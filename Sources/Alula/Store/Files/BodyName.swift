/// The name of a body file: `<16 bytes of the key>-<index>-<number>`, all in hexadecimal. Nothing else is ever opened
/// or removed, so that an index which somebody else wrote cannot lead outside the directory.
struct BodyName: Hashable, Sendable {
  let text: String

  /// A name that was never given before. `epoch` is the index', `number` counts in it.
  init(key: StoreKey, epoch: UInt32, number: Int64) {
    text =
      "\(key.bytes.prefix(16).hexadecimal)-\(epoch.hexadecimal)-\(UInt64(bitPattern: number).hexadecimal)"
  }

  /// `nil` when this is no name of ours.
  init?(_ text: String) {
    guard text.utf8.count == Self.length else { return nil }
    var text = text
    let isOurs = text.withUTF8 { bytes in
      bytes.indices.allSatisfy { index in
        let byte = bytes[index]
        guard index != 32, index != 41 else { return byte == 0x2D }
        return (byte &- 0x30) < 10 || (byte &- 0x61) < 6
      }
    }
    guard isOurs else { return nil }
    self.text = text
  }

  /// The name of a file in the directory, whether it is finished or still written; `nil` for everything else that lies
  /// there.
  init?(file: String) {
    self.init(file.hasSuffix(Self.partSuffix) ? String(file.dropLast(Self.partSuffix.count)) : file)
  }

  /// While it is written.
  var part: String { text + Self.partSuffix }

  /// Of which index it is.
  var epoch: UInt32 { UInt32(text.utf8.dropFirst(33).prefix(8).reduce(0) { $0 << 4 | Self.value($1) }) }

  private static let length = 32 + 1 + 8 + 1 + 16
  private static let partSuffix = ".part"

  private static func value(_ digit: UInt8) -> UInt64 { UInt64(digit < 0x3A ? digit - 0x30 : digit - 0x57) }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// All digits.
  var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: bitWidth / 4 - digits.count) + digits
  }
}

extension Collection<UInt8> {
  /// Two digits a byte.
  var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
