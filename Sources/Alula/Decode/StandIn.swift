import Foundation
struct DefaultImageDecoder: ImageDecoder {
  static let accept = "image/*"
  func decode(_ data: Data, options: DecodeOptions) throws(LoadError) -> Bitmap {
    try Bitmap(size: PixelSize(width: 1, height: 1)) { _ in }
  }
}
extension ImageFormat {
  static func checked(_ data: Data) throws(LoadError) -> ImageFormat { .png }
}
