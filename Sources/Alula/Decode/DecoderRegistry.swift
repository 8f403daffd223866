public import Foundation

/// Which decoder makes pixels of which format, and in which order formats are offered to servers. A value: copy, change, hand over.
///
///     var decoders = DecoderRegistry.standard
///     decoders.replace(.png, with: MyPNGDecoder())
///     decoders.add(QOIDecoder(), for: ImageFormat(name: "qoi"), mediaType: "image/qoi", signatures: [ImageSignature("qoif")])
///
/// Formats are found by first bytes alone: the signatures given here in order, then those that Alula knows. Names and media types do not
/// count. Any thread.
public struct DecoderRegistry: ImageDecoder {
  /// One format and who decodes it.
  public struct Entry: Sendable {
    /// The format that `decoder` is asked for.
    public let format: ImageFormat
    /// For the `Accept` field (RFC 9110 section 12.5.1); `nil` is not offered.
    public let mediaType: String?
    /// First bytes by which the format is known, beside those that Alula knows.
    public let signatures: [ImageSignature]
    /// Makes the pixels.
    public let decoder: any ImageDecoder
  }

  /// Where a new entry goes.
  public enum Position: Hashable, Sendable {
    /// Offered first, and its signatures are looked for first.
    case first
    /// Offered last.
    case last
  }

  /// The entries, in the order in which they are offered.
  public private(set) var entries: [Entry] = []

  /// A registry that decodes nothing yet.
  public init() {}

  /// Everything that this build decodes: on Linux JPEG, PNG, WebP and GIF, and what traits of the package add where their libraries are
  /// installed; on Apple platforms what ImageIO decodes.
  public static var standard: DecoderRegistry {
    var registry = DecoderRegistry()
    for format in PlatformDecoder.formats { registry.add(DefaultImageDecoder(), for: format) }
    return registry
  }

  /// The formats of `standard`, all by one decoder.
  public init(everyFormatBy decoder: any ImageDecoder) {
    for format in PlatformDecoder.formats { add(decoder, for: format) }
  }

  /// Adds a decoder, in place of what `format` had before.
  /// - Parameters:
  ///   - mediaType: For the `Accept` field. Default: the registered type of formats that Alula knows, otherwise not offered.
  ///   - signatures: First bytes by which the format is known. Not needed for those that Alula knows.
  public mutating func add(
    _ decoder: any ImageDecoder, for format: ImageFormat, mediaType: String? = nil, signatures: [ImageSignature] = [],
    at position: Position = .last
  ) {
    remove(format)
    let entry = Entry(
      format: format, mediaType: mediaType ?? format.mediaType, signatures: signatures, decoder: decoder)
    entries.insert(entry, at: position == .first ? 0 : entries.count)
  }

  /// Exchanges the decoder of a format, which keeps its place and signatures; adds it when there is none.
  public mutating func replace(_ format: ImageFormat, with decoder: any ImageDecoder) {
    guard let index = entries.firstIndex(where: { $0.format == format }) else { return add(decoder, for: format) }
    let old = entries[index]
    entries[index] = Entry(format: format, mediaType: old.mediaType, signatures: old.signatures, decoder: decoder)
  }

  /// Leaves a format out: its pictures fail with `.unsupportedFormat`, or `.notAnImage` when Alula does not know it either.
  public mutating func remove(_ format: ImageFormat) { entries.removeAll { $0.format == format } }

  /// The decoder of a format.
  public subscript(format: ImageFormat) -> (any ImageDecoder)? { entries.first { $0.format == format }?.decoder }

  /// The value of an `Accept` field: exactly what is decoded, in order.
  public var accept: String {
    var types: [String] = []
    for case let type? in entries.map(\.mediaType) where !types.contains(type) { types.append(type) }
    return types.joined(separator: ",")
  }

  /// The format by the first bytes; `nil` when they are of none that is known.
  public func format(of data: Data) -> ImageFormat? {
    let entry = entries.first { $0.signatures.contains { $0.matches(data) } }
    return entry?.format ?? ImageFormat.detect(data)
  }

  /// Finds the format and hands over to its decoder.
  /// - Throws: `.notAnImage`, `.unsupportedFormat`, what the decoder throws, and `.tooManyPixels` for a bitmap over the budget.
  public func decode(_ data: Data, options: DecodeOptions) throws(LoadError) -> Bitmap {
    let format = try checkedFormat(data)
    guard let decoder = self[format] else {
      guard !PlatformDecoder.decodes(format) else {
        throw LoadError(.unsupportedFormat(format), "No decoder is registered for \(format.name.uppercased()).")
      }
      throw .unsupported(format)
    }
    let bitmap = try decoder.decode(data, options: options)
    // Decoders of the package kept to it while they worked; another one may not have looked.
    try options.budget.checkMemory([bitmap.byteCount.bytes])
    return bitmap
  }

  /// - Throws: `.notAnImage`, saying what it looks like instead.
  func checkedFormat(_ data: Data) throws(LoadError) -> ImageFormat {
    try ImageFormat.checked(data, found: format(of: data))
  }
}

extension LoadError {
  static func unsupported(_ format: ImageFormat) -> LoadError {
    LoadError(.unsupportedFormat(format), PlatformDecoder.reason(against: format))
  }
}
