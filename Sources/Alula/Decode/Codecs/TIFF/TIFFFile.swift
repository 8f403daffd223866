#if os(Linux) && TIFF
  import CImageCodecs
  import Foundation

  /// The first page of a TIFF file, opened by libtiff and closed with this object. Used by one thread. The bytes must outlive it.
  final class TIFFFile {
    let header: alula_tiff_header
    private let tiff: OpaquePointer

    init(_ bytes: UnsafeRawBufferPointer, memoryLimit: ByteCount) throws(LoadError) {
      var status: Int32 = 0
      var message = [CChar](repeating: 0, count: 256)
      let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
      guard let base, let tiff = alula_tiff_open(base, bytes.count, memoryLimit.bytes, &status, &message) else {
        guard !TIFFDirectories(ByteReader(bytes)).isCut else { throw ContainerHeader.truncated(.tiff) }
        throw CodecStatus.error(status, .tiff, message: Self.text(message))
      }
      var header = alula_tiff_header()
      alula_tiff_read_header(tiff, &header)
      self.tiff = tiff
      self.header = header
    }

    deinit { alula_tiff_close(tiff) }

    /// What the tags of the first page say. No pixel is decoded.
    static func readHeader(_ data: Data) throws(LoadError) -> ContainerHeader {
      try data.withBytes { bytes throws(LoadError) in
        let file = try TIFFFile(bytes, memoryLimit: DecodeBudget().maximumMemory)
        guard file.size.width > 0, file.size.height > 0 else {
          throw ContainerHeader.damaged(.tiff, "a side of the picture is 0.")
        }
        var container = ContainerHeader(format: .tiff, size: file.size)
        container.header.orientation = file.orientation
        container.header.frames = max(1, TIFFDirectories(ByteReader(bytes)).count)
        container.header.bitDepth = Int(file.header.bits)
        container.header.hasAlpha = TIFFSamples.Alpha(file.header) != .none
        container.profile = file.profile
        return container
      }
    }

    /// As stored.
    var size: PixelSize { PixelSize(width: Int(header.width), height: Int(header.height)) }
    var orientation: Orientation { Orientation(tag: Int(header.orientation)) }

    /// The embedded profile, copied.
    var profile: Data? {
      var size = 0
      guard let bytes = alula_tiff_profile(tiff, &size), size > 0 else { return nil }
      return Data(bytes: bytes, count: size)
    }

    /// Refuses more strips and tiles than are read in a second or two: they may lie on each other, so the file's length does not bound them.
    func checkBlocks() throws(LoadError) { try check(alula_tiff_check_blocks(tiff)) }

    /// 256 colours as RGBA.
    func readPalette() throws(LoadError) -> [UInt8] {
      var palette = [UInt8](repeating: 255, count: 1024)
      try check(alula_tiff_read_palette(tiff, &palette))
      return palette
    }

    func readRow(_ row: Int, plane: Int, into target: UnsafeMutablePointer<UInt8>) throws(LoadError) {
      try check(alula_tiff_read_row(tiff, UInt32(row), UInt16(plane), target))
    }

    func readTile(x: Int, y: Int, plane: Int, into target: UnsafeMutablePointer<UInt8>) throws(LoadError) {
      try check(
        alula_tiff_read_tile(tiff, UInt32(x), UInt32(y), UInt16(plane), target, Int(header.block_bytes)))
    }

    func startRGBA() throws(LoadError) { try check(alula_tiff_start_rgba(tiff)) }

    func readRGBA(row: Int, count: Int, into pixels: UnsafeMutablePointer<UInt32>) throws(LoadError) {
      try check(alula_tiff_read_rgba(tiff, UInt32(row), UInt32(count), pixels))
    }

    private func check(_ status: Int32) throws(LoadError) {
      guard status != ALULA_DECODE_OK else { return }
      throw CodecStatus.error(status, .tiff, message: String(cString: alula_tiff_message(tiff)))
    }

    private static func text(_ message: [CChar]) -> String {
      String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
#endif
