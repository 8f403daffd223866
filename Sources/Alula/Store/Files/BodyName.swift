/// The name of a body file: `<16 bytes of the key>-<index>-<number>`, all in hexadecimal. Nothing else is ever opened or removed, so that an
/// index which somebody else wrote cannot lead outside the directory.
struct BodyName: Hashable, Sendable {
  let text: String

  /// A name that was never given before. `epoch` is the index', `number` counts in it.
  init(key: StoreKey, epoch: UInt32, number: Int64) {
    text =
      "\(key.bytes.prefix(16).hexadecimal)-\(Self.hexadecimal(epoch))-\(Self.hexadecimal(UInt64(bitPattern: number)))"
  }

  /// `nil` when this is no name of ours.
  init?(_ text: String) {
    let bytes = text.utf8
    guard bytes.count == Self.length else { return nil }
    for (index, byte) in bytes.enumerated() {
      let isDash = index == 32 || index == 41
      let isDigit = (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
      guard isDash ? byte == 0x2D : isDigit else { return nil }
    }
    self.text = text
  }

  /// The name of a file in the directory, whether it is finished or still written; `nil` for everything else that lies there.
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

  private static func hexadecimal(_ value: some FixedWidthInteger & UnsignedInteger) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: value.bitWidth / 4 - digits.count) + digits
  }
}

extension Collection<UInt8> {
  /// Two digits a byte.
  var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
