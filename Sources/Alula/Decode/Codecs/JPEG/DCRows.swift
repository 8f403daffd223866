#if os(Linux)
  import Foundation

  /// The rows of a `DCPicture`, as grey or RGB. Chroma that is coarser than luma is interpolated (JFIF 1.02: its samples lie amid
  /// those of luma).
  struct DCRows: ~Copyable {
    private let picture: DCPicture
    private let kernels: DCKernels
    private let width: Int
    /// Luma; chroma of the nearest and of the next row; both chromas at luma's size, in sixteenths.
    private let values: PixelBuffer<Int32>

    init(_ picture: DCPicture, kernels: DCKernels = .best) throws(LoadError) {
      values = try PixelBuffer<Int32>(count: 5 * picture.frame.eighth.width)
      self.picture = picture
      self.kernels = kernels
      width = picture.frame.eighth.width
    }

    private var luma: UnsafeMutablePointer<Int32> { values.base }
    private var near: UnsafeMutablePointer<Int32> { values.base + width }
    private var far: UnsafeMutablePointer<Int32> { values.base + 2 * width }
    private var blue: UnsafeMutablePointer<Int32> { values.base + 3 * width }
    private var red: UnsafeMutablePointer<Int32> { values.base + 4 * width }

    var channels: Int { picture.frame.components.count }

    /// Writes row `row`: `eighth.width × channels` bytes.
    func write(_ row: Int, to target: UnsafeMutablePointer<UInt8>) {
      copyRow(row, component: 0, into: luma)
      guard channels == 3 else {
        for column in 0..<width { target[column] = UInt8(truncatingIfNeeded: luma[column]) }
        return
      }
      mixChroma(row, component: 1, into: blue)
      mixChroma(row, component: 2, into: red)
      kernels.writeRGB(luma, blue, red, target, width)
    }

    /// The chroma of a luma row, in sixteenths: of two samples the nearer one counts three times, across and down.
    private func mixChroma(_ row: Int, component: Int, into mixed: UnsafeMutablePointer<Int32>) {
      let frame = picture.frame
      let count = frame.components[component].blocksAcross
      if frame.chromaDown == 1 {
        copyRow(row, component: component, into: near)
        kernels.mixDown(near, nil, count)
      } else {
        copyRow(row / 2, component: component, into: near)
        copyRow(row % 2 == 0 ? row / 2 - 1 : row / 2 + 1, component: component, into: far)
        kernels.mixDown(near, far, count)
      }
      kernels.mixAcross(near, count, frame.chromaAcross == 1, mixed, width)
    }

    private func copyRow(_ row: Int, component: Int, into samples: UnsafeMutablePointer<Int32>) {
      let line = picture.line(row, component: component)
      kernels.samples(line.coefficients, line.quantization, samples, line.count)
    }
  }
#endif
