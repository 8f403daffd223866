#if os(Linux) && AVIF
  import CImageCodecs
  import Foundation

  /// AVIF by libavif: the first picture, decoded as a whole into planes on this thread, then made small.
  ///
  /// Cancellation is looked at before and after libavif decodes, and between rows; libavif itself cannot be stopped.
  enum AVIFDecoder {
    static func readHeader(_ data: Data) throws(LoadError) -> ContainerHeader {
      try data.withBytes { bytes throws(LoadError) in
        let handle = try AVIFHandle(bytes)
        return handle.container(try handle.readHeader())
      }
    }

    static func decode(_ job: DecodeJob) throws(LoadError) -> Bitmap {
      try job.data.withBytes { bytes throws(LoadError) in
        let handle = try AVIFHandle(bytes)
        let header = try handle.readHeader()
        let transforms = header.transforms
        try checkMemory(header, transforms, isDerived: PictureItem(ByteReader(bytes)).isDerived, job)
        try job.checkCancellation()
        let planes = try handle.decode()
        try job.checkCancellation()
        let picture = try PlanarPicture(planes, transforms: transforms, format: .avif, job)
        return try picture.bitmap(format: .avif, profile: header.iccProfile, job)
      }
    }

    /// libavif holds the whole picture, of a grid also its parts, and about half as much again for the decoder.
    private static func checkMemory(
      _ header: alula_avif_header, _ transforms: ItemTransforms, isDerived: Bool, _ job: DecodeJob
    ) throws(LoadError) {
      let channels = header.has_alpha != 0 ? 4 : header.is_monochrome != 0 ? 1 : 3
      let plan = try PlanarPlan(
        size: header.size, channels: channels, isPremultiplied: header.is_premultiplied != 0, transforms: transforms,
        job)
      let colors = header.is_monochrome != 0 ? 0 : 8 >> (header.shift_x + header.shift_y)
      let quarters = (4 + colors + (header.has_alpha != 0 ? 4 : 0)) * (header.depth > 8 ? 2 : 1)
      let planes = product(header.size.width, header.size.height, Int(quarters), isDerived ? 5 : 3).map { $0 / 8 }
      try job.checkMemory(planes, plan.memoryNeeded)
    }
  }
#endif
