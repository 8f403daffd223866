#if os(Linux)
  /// The rows of a `DCPicture`, as grey or RGB. Chroma that is coarser than luma is interpolated (JFIF 1.02: its samples lie amid
  /// those of luma).
  struct DCRows: ~Copyable {
    private let picture: DCPicture
    private let width: Int
    /// Luma; chroma of the nearest and of the next row; both chromas at luma's size, in sixteenths.
    private let values: PixelBuffer<Int32>
    private let planes: PixelBuffer<UInt8>

    init(_ picture: DCPicture) throws(LoadError) {
      let values = try PixelBuffer<Int32>(count: 5 * picture.frame.eighth.width)
      let planes = try PixelBuffer<UInt8>(count: 3 * picture.frame.eighth.width)
      self.picture = picture
      width = picture.frame.eighth.width
      self.values = values
      self.planes = planes
    }

    private var luma: UnsafeMutablePointer<Int32> { values.base }
    private var near: UnsafeMutablePointer<Int32> { values.base + width }
    private var far: UnsafeMutablePointer<Int32> { values.base + 2 * width }
    private var blue: UnsafeMutablePointer<Int32> { values.base + 3 * width }
    private var red: UnsafeMutablePointer<Int32> { values.base + 4 * width }

    var channels: Int { picture.frame.components.count }

    /// Writes row `row`: `eighth.width × channels` bytes.
    func write(_ row: Int, to target: UnsafeMutablePointer<UInt8>) {
      picture.copyRow(row, component: 0, into: luma)
      guard channels == 3 else {
        for column in 0..<width { target[column] = UInt8(truncatingIfNeeded: luma[column]) }
        return
      }
      mixChroma(row, component: 1, into: blue)
      mixChroma(row, component: 2, into: red)
      convert()
      let (reds, greens, blues) = (planes.base, planes.base + width, planes.base + 2 * width)
      for column in 0..<width {
        target[column &* 3] = reds[column]
        target[column &* 3 &+ 1] = greens[column]
        target[column &* 3 &+ 2] = blues[column]
      }
    }

    /// The chroma of a luma row, in sixteenths: of two samples the nearer one counts three times, across and down.
    private func mixChroma(_ row: Int, component: Int, into mixed: UnsafeMutablePointer<Int32>) {
      let frame = picture.frame
      let count = frame.components[component].blocksAcross
      let (near, far) = (self.near, self.far)
      if frame.chromaDown == 1 {
        picture.copyRow(row, component: component, into: near)
        for column in 0..<count { near[column] &*= 4 }
      } else {
        picture.copyRow(row / 2, component: component, into: near)
        picture.copyRow(row % 2 == 0 ? row / 2 - 1 : row / 2 + 1, component: component, into: far)
        for column in 0..<count { near[column] = near[column] &* 3 &+ far[column] }
      }
      if frame.chromaAcross == 1 {
        for column in 0..<width { mixed[column] = near[column] &* 4 }
        return
      }
      for column in 0..<width / 2 {
        let center = near[column] &* 3
        mixed[column &* 2] = center &+ near[max(0, column &- 1)]
        mixed[column &* 2 &+ 1] = center &+ near[min(count &- 1, column &+ 1)]
      }
      if width % 2 == 1 { mixed[width - 1] = near[count - 1] &* 3 &+ near[max(0, count - 2)] }
    }

    /// JFIF 1.02: R = Y + 1.402 Cr, G = Y − 0.344136 Cb − 0.714136 Cr, B = Y + 1.772 Cb; by 2²⁰.
    private func convert() {
      let (luma, blue, red) = (self.luma, self.blue, self.red)
      let (reds, greens, blues) = (planes.base, planes.base + width, planes.base + 2 * width)
      for column in 0..<width {
        let base = luma[column] &<< 20 &+ 1 &<< 19
        let (cb, cr) = (blue[column] &- 2_048, red[column] &- 2_048)
        reds[column] = Self.byte(base &+ 91_881 &* cr)
        greens[column] = Self.byte(base &- 22_553 &* cb &- 46_802 &* cr)
        blues[column] = Self.byte(base &+ 116_130 &* cb)
      }
    }

    @inline(__always)
    private static func byte(_ value: Int32) -> UInt8 {
      UInt8(truncatingIfNeeded: max(0, min(255, value &>> 20)))
    }
  }
#endif
