import Foundation

extension DefaultImageDecoder {
  /// Decodes to straight alpha, for tools that compare pixels; those with alpha 0 are 0, 0, 0, 0.
  ///
  /// Exact when every pixel is decoded and no colour is converted. Otherwise alpha is divided out of the premultiplied
  /// result, which rounds.
  package func decodeStraight(_ data: Data, options: DecodeOptions) throws(LoadError) -> Bitmap {
    let format = try Self.decodableFormat(data)
    var job = DecodeJob(data: data, options: options)
    job.keepsStraightAlpha = try options.target == nil && !hasColorToConvert(data, format, options)
    let bitmap = try PlatformDecoder.decode(job, format: format)
    let isStraight = job.keepsStraightAlpha
    return try Bitmap(size: bitmap.size) { pixels in
      bitmap.withUnsafeBytes { pixels.copyMemory(from: $0) }
      for index in stride(from: 0, to: pixels.count, by: 4) {
        let alpha = Int(pixels[index + 3])
        guard alpha < 255 else { continue }
        for channel in index..<index + 3 {
          if alpha == 0 {
            pixels[channel] = 0
          } else if !isStraight {
            pixels[channel] = UInt8(min(255, (Int(pixels[channel]) * 255 + alpha / 2) / alpha))
          }
        }
      }
    }
  }

  private func hasColorToConvert(
    _ data: Data, _ format: ImageFormat, _ options: DecodeOptions
  ) throws(LoadError) -> Bool {
    guard options.convertsColor else { return false }
    return try ContainerHeader.read(data, format: format, wantsProfile: true).profile != nil
  }
}
