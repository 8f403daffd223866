extension DefaultImageDecoder {
  /// Decodes, and says whether the data ended too soon, so that the picture is a part of it. What is whole is decoded once, what is not
  /// twice.
  /// - Parameter decode: One decode with such options.
  package static func decodePreview(
    _ options: DecodeOptions, by decode: (DecodeOptions) throws(LoadError) -> Bitmap
  ) throws(LoadError) -> (bitmap: Bitmap, isPartial: Bool) {
    var options = options
    options.allowsPartial = false
    do throws(LoadError) {
      return (try decode(options), false)
    } catch {
      guard error.code == .truncated else { throw error }
      options.allowsPartial = true
      return (try decode(options), true)
    }
  }
}
