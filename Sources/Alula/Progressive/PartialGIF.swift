/// Finds the first frame of a GIF once another one follows, and what an interlaced one shows before (GIF89a, sections 20 and appendix E).
enum PartialGIF {
  private static let trailer: [UInt8] = [0x3B]

  static func look(_ bytes: ByteReader) -> PreviewFinding {
    let file: GIFFile
    do throws(LoadError) {
      file = try GIFFile(bytes, limit: 2)
    } catch { return error.code == .truncated ? .notYet : .never }
    guard let first = file.frames.first else { return .notYet }
    if file.frames.count > 1 {
      return .part(PreviewPart(count: first.end, ending: trailer, isWholeFrame: true))
    }
    guard !first.isWhole else { return .notYet }
    guard first.isInterlaced else { return .notYet }
    return .part(PreviewPart(count: bytes.count))
  }
}
