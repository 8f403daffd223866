/// The checksums of PNG and zlib.
enum Checksum {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1 }
  }

  /// CRC-32 (ISO/IEC 15948 annex D).
  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBufferPointer { bytes in
      table.withUnsafeBufferPointer { table in
        var value: UInt32 = 0xffff_ffff
        var index = 0
        while index < bytes.count {
          value = table[Int((value ^ UInt32(bytes[index])) & 0xff)] ^ (value >> 8)
          index += 1
        }
        return value ^ 0xffff_ffff
      }
    }
  }

  /// Adler-32 (RFC 1950 section 8.2).
  static func adler32(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBufferPointer { bytes in
      var low: UInt32 = 1
      var high: UInt32 = 0
      var index = 0
      while index < bytes.count {
        low = (low + UInt32(bytes[index])) % 65_521
        high = (high + low) % 65_521
        index += 1
      }
      return high << 16 | low
    }
  }
}
