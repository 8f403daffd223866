#if os(Linux)
  import CImageCodecs

  /// The steps of `DCRows`, in the fastest form that this processor has. All forms give the same bytes.
  struct DCKernels: Sendable {
    typealias Values = UnsafeMutablePointer<Int32>

    /// Samples of 0 to 255 from coefficients.
    let samples: @Sendable (UnsafePointer<Int16>, _ quantization: Int32, _ samples: Values, _ count: Int) -> Void
    /// A chroma row, four times as large: with `far` three parts of `near` and one of `far`.
    let mixDown: @Sendable (_ near: Values, _ far: Values?, _ count: Int) -> Void
    /// A whole row from one of `count` values, or, unless `isWhole`, from one of half its width; again four times as large.
    let mixAcross: @Sendable (_ values: Values, _ count: Int, _ isWhole: Bool, _ mixed: Values, _ width: Int) -> Void
    /// Luma, and chroma in sixteenths, to three bytes a pixel.
    let writeRGB:
      @Sendable (_ luma: Values, _ blue: Values, _ red: Values, UnsafeMutablePointer<UInt8>, _ width: Int) -> Void

    /// What this processor does fastest.
    static let best = alula_has_row_vectors() != 0 ? vectors : portable

    /// In Swift, for every processor: what the others are held against.
    static let portable = DCKernels(
      samples: writeSamples, mixDown: mixRows, mixAcross: mixColumns, writeRGB: writeColors)

    /// With AVX2.
    private static let vectors = DCKernels(
      samples: { alula_dc_samples($0, $1, $2, $3) },
      mixDown: { alula_dc_mix_down($0, $1, $2) },
      mixAcross: { alula_dc_mix_across($0, $1, $2 ? 1 : 0, $3, $4) },
      writeRGB: { alula_dc_write_rgb($0, $1, $2, $3, $4) })
  }

  @Sendable
  private func writeSamples(
    _ source: UnsafePointer<Int16>, _ quantization: Int32, _ samples: DCKernels.Values, _ count: Int
  ) {
    for column in 0..<count {
      let value = ((Int32(source[column]) &* quantization &+ 4) &>> 3) &+ 128
      samples[column] = max(0, min(255, value))
    }
  }

  @Sendable
  private func mixRows(_ near: DCKernels.Values, _ far: DCKernels.Values?, _ count: Int) {
    guard let far else {
      for column in 0..<count { near[column] &*= 4 }
      return
    }
    for column in 0..<count { near[column] = near[column] &* 3 &+ far[column] }
  }

  @Sendable
  private func mixColumns(
    _ values: DCKernels.Values, _ count: Int, _ isWhole: Bool, _ mixed: DCKernels.Values, _ width: Int
  ) {
    if isWhole {
      for column in 0..<width { mixed[column] = values[column] &* 4 }
      return
    }
    for column in 0..<width / 2 {
      let center = values[column] &* 3
      mixed[column &* 2] = center &+ values[max(0, column &- 1)]
      mixed[column &* 2 &+ 1] = center &+ values[min(count &- 1, column &+ 1)]
    }
    if width % 2 == 1 { mixed[width - 1] = values[count - 1] &* 3 &+ values[max(0, count - 2)] }
  }

  /// JFIF 1.02: R = Y + 1.402 Cr, G = Y − 0.344136 Cb − 0.714136 Cr, B = Y + 1.772 Cb; by 2²⁰.
  @Sendable
  private func writeColors(
    _ luma: DCKernels.Values, _ blue: DCKernels.Values, _ red: DCKernels.Values, _ target: UnsafeMutablePointer<UInt8>,
    _ width: Int
  ) {
    for column in 0..<width {
      let base = luma[column] &<< 20 &+ 1 &<< 19
      let (cb, cr) = (blue[column] &- 2_048, red[column] &- 2_048)
      target[column &* 3] = byte(base &+ 91_881 &* cr)
      target[column &* 3 &+ 1] = byte(base &- 22_553 &* cb &- 46_802 &* cr)
      target[column &* 3 &+ 2] = byte(base &+ 116_130 &* cb)
    }
  }

  @inline(__always)
  private func byte(_ value: Int32) -> UInt8 { UInt8(truncatingIfNeeded: max(0, min(255, value &>> 20))) }
#endif
