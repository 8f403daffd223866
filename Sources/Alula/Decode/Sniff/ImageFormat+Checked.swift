import Foundation

extension ImageFormat {
  /// The format of `data` when it is an image's.
  /// - Throws: `LoadError.Code.notAnImage`, saying what it looks like instead.
  static func checked(_ data: Data) throws(LoadError) -> ImageFormat { try checked(data, found: detect(data)) }

  /// The same for a format that was looked for already.
  static func checked(_ data: Data, found format: ImageFormat?) throws(LoadError) -> ImageFormat {
    if let format, format.isImage { return format }
    guard !data.isEmpty else { throw LoadError(.empty, "There is no data.") }
    let found = describe(data, format)
    throw LoadError(.notAnImage(found: found), "This is no image but \(found).")
  }

  private static func describe(_ data: Data, _ format: ImageFormat?) -> String {
    switch format {
    case .pdf: "a PDF document"
    case .gzip: "gzip data"
    case .mp4: "an MP4 video"
    default: data.withBytes { TextSniffer(ByteReader($0)).description }
    }
  }
}
