#if os(Linux)
  import Foundation

  /// JPEG for targets of a twelfth of the picture and less: half of what libjpeg needs for an eighth, and for progressive
  /// files a twentieth, since no AC coefficient is kept (`Docs/Decisions/0004-decoding.md`).
  enum CoarseJPEG {
    typealias Decode = (DecodeJob, ContainerHeader, DecodeGeometry) throws(LoadError) -> Bitmap?

    /// `nil` where libjpeg has to decode: a target of exactly an eighth, kinds of JPEG that `DCPicture` does not read, damage, a budget that does not fit.
    static func decode(
      _ job: DecodeJob, _ container: ContainerHeader, _ geometry: DecodeGeometry
    ) throws(LoadError) -> Bitmap? {
      try decode(job, container, geometry, kernels: .best)
    }

    /// - Parameter kernels: How rows are made; the pixels do not depend on it.
    static func decode(
      _ job: DecodeJob, _ container: ContainerHeader, _ geometry: DecodeGeometry, kernels: DCKernels
    ) throws(LoadError) -> Bitmap? {
      let output = geometry.codedOutput
      guard geometry.crop.width >= Double(output.width) * 12, geometry.crop.height >= Double(output.height) * 12 else {
        return nil
      }
      let picture = try job.data.withBytes { bytes throws(LoadError) in
        try DCPicture.read(bytes) { frame in
          job.allowsMemory(
            DCPicture.memoryNeeded(frame),
            RowScaler.memoryNeeded(source: frame.eighth, layout: .rgb8, geometry: geometry))
        }
      }
      try job.checkCancellation()
      return try picture.map { picture throws(LoadError) in
        try scale(DCRows(picture, kernels: kernels), picture.frame.eighth, job, container, geometry)
      }
    }

    private static func scale(
      _ rows: consuming DCRows, _ size: PixelSize, _ job: DecodeJob, _ container: ContainerHeader,
      _ geometry: DecodeGeometry
    ) throws(LoadError) -> Bitmap {
      var scaler = try RowScaler(
        source: size, scaleX: 0.125, scaleY: 0.125, layout: rows.channels == 1 ? .gray8 : .rgb8, geometry: geometry,
        keepsStraightAlpha: job.keepsStraightAlpha)
      let row = try PixelBuffer<UInt8>(count: size.width * rows.channels)
      for number in 0..<size.height where !scaler.isComplete {
        rows.write(number, to: row.base)
        scaler.append(UnsafeRawBufferPointer(start: row.base, count: row.count))
      }
      return try scaler.finish(
        profile: container.profile.map(ICCProfile.init), convertsColor: job.options.convertsColor)
    }
  }
#endif
