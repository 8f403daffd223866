/// Grey by the luma of ITU-R BT.709 item 3.2. Luma is linear, so premultiplied values need not be made straight.
struct MonochromeTransform: ImageTransform {
  var identity: String { "alula.monochrome/1" }

  func apply(to bitmap: Bitmap, within budget: DecodeBudget) throws(LoadError) -> Bitmap {
    let count = bitmap.bytesPerRow
    return try bitmap.mappingRows(within: budget) { _, source, target in
      var offset = 0
      while offset < count {
        let pixel = UInt32(littleEndian: source.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        // The weights times 65,536; their sum is 65,536, so that white stays white and no grey is above its alpha.
        let sum =
          (pixel & 0xFF) &* 13_933 &+ (pixel &>> 8 & 0xFF) &* 46_871 &+ (pixel &>> 16 & 0xFF) &* 4_732 &+ 32_768
        let gray = (sum &>> 16) &* 0x01_0101 | pixel & 0xFF00_0000
        target.storeBytes(of: gray.littleEndian, toByteOffset: offset, as: UInt32.self)
        offset &+= 4
      }
    }
  }
}
