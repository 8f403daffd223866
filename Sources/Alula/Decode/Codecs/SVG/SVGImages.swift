#if os(Linux) && SVG
  import Foundation

  /// The images within a document, as `data:` URLs. librsvg decodes each whole and keeps it.
  struct SVGImages {
    /// Bytes for all of them.
    private(set) var memory = 0

    /// What gdk-pixbuf is told; of other formats it cannot be known how large a picture becomes.
    private static let types: Set<String> = {
      let formats = ["jpeg", "png", "gif", "webp", "avif", "heic", "heif", "jxl", "tiff", "bmp", "ico", "svg"]
      return Set(formats.compactMap { ImageFormat(name: $0).mediaType } + aliases)
    }()
    private static let aliases = [
      "", "text/plain", "application/octet-stream", "image/apng", "image/jpg", "image/pjpeg", "image/x-bmp",
      "image/x-ms-bmp",
      "image/x-icon",
    ]
    /// Documents within documents.
    private static let deepest = 3

    init(_ addresses: [String], level: Int) throws(LoadError) {
      for address in addresses {
        guard let data = try Self.data(address) else { continue }
        let (bytes, overflow) = memory.addingReportingOverflow(try Self.memory(data, level))
        memory = overflow ? .max : bytes
      }
    }

    private static func data(_ address: String) throws(LoadError) -> Data? {
      let text = address.prefix { $0 != "#" }.dropFirst(5)
      let type = text.prefix { $0 != ";" && $0 != "," }.filter { !$0.isWhitespace }.lowercased()
      guard types.contains(type) else {
        throw LoadError(.decoding, "The SVG has an image of the type \(type.prefix(40)).")
      }
      do {
        return try DataURL.decode(text)
      } catch  where error.code == .empty {
        return nil
      } catch {
        throw LoadError(.decoding, "The SVG has an image that cannot be read: \(error.message)")
      }
    }

    private static func memory(_ data: Data, _ level: Int) throws(LoadError) -> Int {
      if (try? ImageFormat.checked(data)) == .svg { return try memory(ofDocument: data, level + 1) }
      do {
        let header = try ImageHeader.read(data)
        let frames = header.format == .gif ? max(1, header.frames) : 1
        // gdk-pixbuf's pixels and Cairo's.
        return product(header.codedSize.width, header.codedSize.height, 8, frames) ?? .max
      } catch {
        throw LoadError(.decoding, "The SVG has an image that cannot be read: \(error.message)")
      }
    }

    /// A document within the document is drawn at its own size.
    private static func memory(ofDocument data: Data, _ level: Int) throws(LoadError) -> Int {
      guard level <= deepest else { throw LoadError(.decoding, "The SVG holds documents within documents.") }
      return try data.withBytes { bytes throws(LoadError) in
        let document = try SVGDocument(bytes)
        let pixels = product(document.size.width, document.size.height, 1) ?? .max
        try document.cost.check(pixels: pixels, scale: 1)
        let images = try SVGImages(document.cost.images, level: level)
        let (sum, overflow) = (product(pixels, 4, document.cost.surfaces + 2) ?? .max)
          .addingReportingOverflow(document.cost.memory)
        let (all, overflowAll) = sum.addingReportingOverflow(images.memory)
        return overflow || overflowAll ? .max : all
      }
    }
  }
#endif
