extension DefaultImageDecoder {
  /// Decodes what is whole, and the part that there is of what is not. What is whole is decoded once, what is not twice.
  /// - Parameter decode: One decode with such options.
  static func decodePreview(
    _ options: DecodeOptions, by decode: (DecodeOptions) throws(LoadError) -> Bitmap
  ) throws(LoadError) -> Bitmap {
    var options = options
    options.allowsPartial = false
    do throws(LoadError) {
      return try decode(options)
    } catch {
      guard error.code == .truncated else { throw error }
      options.allowsPartial = true
      let bitmap = try decode(options)
      bitmap.isPartial = true
      return bitmap
    }
  }
}
