#if os(Linux) && BMP
  import Foundation

  /// The pictures of a Windows icon or cursor. The directory's own sizes are one byte and its lengths are often wrong: sizes come from the
  /// pictures, which end where the file ends.
  struct IconDirectory {
    /// Entries that are looked at. Icons have some dozen at most, while a directory may list 65,535 within a megabyte.
    static let most = 1024

    struct Entry {
      let isPNG: Bool
      let size: PixelSize
      let bits: Int
      /// Where the picture starts.
      let start: Int
    }

    /// Those whose header can be read.
    private(set) var entries: [Entry] = []
    /// Why the first of the others cannot.
    private(set) var fault: LoadError?

    init(_ bytes: ByteReader, _ format: ImageFormat) throws(LoadError) {
      guard let count = bytes.little16(at: 4) else { throw ContainerHeader.truncated(format) }
      for index in 0..<min(count, Self.most) {
        guard let start = bytes.little32(at: 6 + index * 16 + 12) else {
          fault = fault ?? ContainerHeader.truncated(format)
          break
        }
        do throws(LoadError) {
          entries.append(try Self.entry(bytes, start, format))
        } catch {
          fault = fault ?? error
        }
      }
    }

    private static func entry(_ bytes: ByteReader, _ start: Int, _ format: ImageFormat) throws(LoadError) -> Entry {
      let picture = bytes.slice(start, bytes.count)
      if ImageFormat.isPNG(picture) {
        guard let width = picture.big32(at: 16), let height = picture.big32(at: 20) else {
          throw ContainerHeader.truncated(format)
        }
        return Entry(isPNG: true, size: PixelSize(width: width, height: height), bits: 32, start: start)
      }
      let (size, bits) = try BMPHeader.readSize(picture, at: BMPHeader.Place(format: format, start: 0))
      return Entry(isPNG: false, size: size, bits: bits, start: start)
    }

    /// The picture that is shown: the largest, and of several the one with the most colours. It is scaled down well, and the small ones
    /// beside it are made for screens of another time.
    func largest(_ format: ImageFormat) throws(LoadError) -> Entry {
      let best = entries.reduce(nil as Entry?) { best, entry in
        guard let best else { return entry }
        let pixels = entry.size.pixelCount ?? .max
        let most = best.size.pixelCount ?? .max
        return pixels > most || pixels == most && entry.bits > best.bits ? entry : best
      }
      guard let best else { throw fault ?? ContainerHeader.damaged(format, "no picture in it.") }
      return best
    }
  }
#endif
