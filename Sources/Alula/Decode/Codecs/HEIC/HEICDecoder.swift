#if os(Linux) && HEIC
  import CImageCodecs
  import Foundation

  /// HEIC and HEIF by libheif: the primary picture, decoded as a whole on this thread, then made small. AV1 in a file without AVIF's brands
  /// is libheif's, too: libavif refuses such files.
  ///
  /// libheif leaves transformations alone (`PrimaryItem`), so that they cost as little as the picture is small. Cancellation is looked at
  /// before and after libheif decodes, and between rows; libheif itself cannot be stopped.
  enum HEICDecoder {
    static func readHeader(_ data: Data, format: ImageFormat) throws(LoadError) -> ContainerHeader {
      try data.withBytes { bytes throws(LoadError) in
        let handle = try HEICHandle(bytes, maximumPixels: .max, format)
        let header = try handle.readHeader()
        let transforms = PrimaryItem(ByteReader(bytes)).transforms
        var container = ContainerHeader(format: format, size: transforms.area(of: header.size).size)
        container.header.orientation = transforms.orientation
        container.header.hasAlpha = header.has_alpha != 0
        container.header.bitDepth = Int(header.depth)
        // A collection, not an animation: nothing says how long a picture is shown.
        container.header.frames = Int(header.pictures)
        container.profile = try handle.readProfile(header)
        return container
      }
    }

    static func decode(_ job: DecodeJob, format: ImageFormat) throws(LoadError) -> Bitmap {
      try job.data.withBytes { bytes throws(LoadError) in
        let handle = try HEICHandle(bytes, maximumPixels: job.options.budget.maximumPixels, format)
        let header = try handle.readHeader()
        let item = PrimaryItem(ByteReader(bytes))
        let plan = try PlanarPlan(
          size: header.size, channels: header.has_alpha != 0 ? 4 : 3, isPremultiplied: header.is_premultiplied != 0,
          transforms: item.transforms, job)
        // Without a box to average over, libheif's own colours are taken: other programs show the same.
        let isWhole = plan.factor == 1 && header.depth == 8
        try checkMemory(header, plan, isDerived: item.isDerived, isWhole: isWhole, job)
        let profile = try handle.readProfile(header).map(ICCProfile.init)
        try job.checkCancellation()
        if !isWhole, let planes = try handle.decodePlanes() {
          try job.checkCancellation()
          let picture = try PlanarPicture(planes, transforms: item.transforms, format: format, job)
          return try picture.bitmap(format: format, profile: profile, job)
        }
        return try whole(handle, header, item.transforms, profile, job, format)
      }
    }

    /// All pixels, as libheif makes RGB of them.
    private static func whole(
      _ handle: borrowing HEICHandle, _ header: alula_heic_header, _ transforms: ItemTransforms, _ profile: ICCProfile?,
      _ job: DecodeJob, _ format: ImageFormat
    ) throws(LoadError) -> Bitmap {
      var channels = 0
      let pixels = try handle.decodeRGB(&channels)
      try job.checkCancellation()
      let size = PixelSize(width: Int(pixels.width), height: Int(pixels.height))
      let plan = try PlanarPlan(
        size: size, channels: channels, isPremultiplied: header.is_premultiplied != 0, transforms: transforms,
        isReduced: false, job)
      var scaler = try plan.makeScaler(job)
      guard let samples = pixels.samples else { throw ContainerHeader.damaged(format, "no pixels in it.") }
      let start = samples + Int(plan.area.y) * pixels.stride + Int(plan.area.x) * channels
      for row in 0..<plan.area.size.height where !scaler.isComplete {
        if row % 16 == 0 { try job.checkCancellation() }
        scaler.append(
          UnsafeRawBufferPointer(start: start + row * pixels.stride, count: plan.area.size.width * channels))
      }
      return try scaler.finish(profile: profile, convertsColor: job.options.convertsColor)
    }

    /// libde265 and libheif hold planes each, of a grid there are also its parts; RGB comes on top, limited range by a copy more.
    private static func checkMemory(
      _ header: alula_heic_header, _ plan: PlanarPlan, isDerived: Bool, isWhole: Bool, _ job: DecodeJob
    ) throws(LoadError) {
      let alpha = header.has_alpha != 0 ? 2 : 0
      let planes = (3 + alpha + (isDerived ? 1 : 0)) * (header.depth > 8 ? 2 : 1)
      let colors = isWhole ? 6 + alpha : 0
      try job.checkMemory(product(header.size.width, header.size.height, planes + colors), plan.memoryNeeded)
    }
  }
#endif
