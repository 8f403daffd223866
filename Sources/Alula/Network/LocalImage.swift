import Foundation

/// Bytes that need no network.
enum LocalImage {
  /// Reads a whole file of at most `limit` bytes. Blocks.
  static func file(
    _ path: String, limit: ByteCount, _ decoders: DecoderRegistry, _ charge: MemoryCharge
  ) throws(LoadError) -> EncodedImage {
    let url = "file://\(path)"
    do throws(LoadError) {
      let stamp = try FileStamp(path: path)
      guard stamp.size <= limit.bytes else {
        throw LoadError(.tooLarge, "The file is larger than \(limit).")
      }
      guard stamp.size > 0 else { throw LoadError(.empty, "The file is empty.") }
      charge.set(to: Int(stamp.size))
      let data = try read(path, limit)
      charge.set(to: data.count)
      return EncodedImage(data: data, format: try decoders.checkedFormat(data), source: .file, charge: charge)
    } catch { throw error.naming(url) }
  }

  static func data(_ data: Data, url: String?, _ decoders: DecoderRegistry) throws(LoadError) -> EncodedImage {
    do throws(LoadError) {
      return EncodedImage(data: data, format: try decoders.checkedFormat(data), source: .data)
    } catch { throw error.naming(url) }
  }

  private static func read(_ path: String, _ limit: ByteCount) throws(LoadError) -> Data {
    do {
      let data = try Data(contentsOf: URL(filePath: path))
      guard data.count <= limit.bytes else { throw LoadError(.tooLarge, "The file is larger than \(limit).") }
      return data
    } catch let error as LoadError {
      throw error
    } catch { throw LoadError(.file, "The file cannot be read.") }
  }
}
