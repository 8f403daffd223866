#if os(Linux) && HEIC
  import CImageCodecs
  import Foundation

  /// HEIC and HEIF by libheif: the primary picture, decoded as a whole on this thread, then made small. AV1 in a file without AVIF's brands
  /// is libheif's, too: libavif refuses such files.
  ///
  /// libheif leaves transformations alone, so that they cost as little as the picture is small. Cancellation is looked at
  /// before and after libheif decodes, and between rows; libheif itself cannot be stopped.
  enum HEICDecoder {
    static func readHeader(_ data: Data, format: ImageFormat) throws(LoadError) -> ContainerHeader {
      try data.withBytes { bytes throws(LoadError) in
        let handle = try HEICHandle(bytes, maximumPixels: .max, format)
        let header = try Self.header(handle, bytes, format)
        let picture = HEICPicture(header, bytes)
        var container = ContainerHeader(format: format, size: picture.transforms.area(of: picture.size).size)
        container.header.orientation = picture.transforms.orientation
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
        let header = try Self.header(handle, bytes, format)
        let picture = HEICPicture(header, bytes)
        if picture.item.isComposed { handle.applyTransformations() }
        let plan = try PlanarPlan(
          size: picture.size, channels: header.has_alpha != 0 ? 4 : 3, isPremultiplied: header.is_premultiplied != 0,
          transforms: picture.transforms, job)
        // Without a box to average over, libheif's own colours are taken where memory allows: other programs show the same.
        let isWhole =
          plan.factor == 1 && header.depth == 8
          && job.allowsMemory(planeMemory(header, picture), colorMemory(header, plan), plan.memoryNeeded)
        if !isWhole { try job.checkMemory(planeMemory(header, picture), plan.memoryNeeded) }
        let profile = try handle.readProfile(header).map(ICCProfile.init)
        try job.checkCancellation()
        if !isWhole, let planes = try handle.decodePlanes() {
          try job.checkCancellation()
          try picture.check(planes.width, planes.height, format)
          let planar = try PlanarPicture(planes, transforms: picture.transforms, format: format, job)
          return try planar.bitmap(format: format, profile: profile, job)
        }
        try job.checkMemory(planeMemory(header, picture), colorMemory(header, plan), plan.memoryNeeded)
        return try whole(handle, header, picture, profile, job, format)
      }
    }

    /// A picture of a codec that libheif does not know is for libheif one that is not there.
    private static func header(
      _ handle: borrowing HEICHandle, _ bytes: UnsafeRawBufferPointer, _ format: ImageFormat
    ) throws(LoadError) -> alula_heic_header {
      do throws(LoadError) {
        return try handle.readHeader()
      } catch {
        guard error.code == .decoding, let type = PictureItem(ByteReader(bytes)).type, !codings.contains(type) else {
          throw error
        }
        throw LoadError(
          .unsupportedFormat(format),
          "This kind of \(format.name.uppercased()) is not decoded: its picture is coded as \"\(type.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })\"."
        )
      }
    }

    private static let codings = ["hvc1", "av01", "grid", "iovl", "iden"]

    /// All pixels, as libheif makes RGB of them.
    private static func whole(
      _ handle: borrowing HEICHandle, _ header: alula_heic_header, _ picture: HEICPicture, _ profile: ICCProfile?,
      _ job: DecodeJob, _ format: ImageFormat
    ) throws(LoadError) -> Bitmap {
      var channels = 0
      let pixels = try handle.decodeRGB(&channels)
      try job.checkCancellation()
      try picture.check(pixels.width, pixels.height, format)
      let size = PixelSize(width: Int(pixels.width), height: Int(pixels.height))
      let plan = try PlanarPlan(
        size: size, channels: channels, isPremultiplied: header.is_premultiplied != 0,
        transforms: picture.transforms, isReduced: false, job)
      var scaler = try plan.makeScaler(job)
      guard let samples = pixels.samples else { throw ContainerHeader.damaged(format, "no pixels in it.") }
      let start = samples + plan.area.y * pixels.stride + plan.area.x * channels
      for row in 0..<plan.area.size.height where !scaler.isComplete {
        if row % 16 == 0 { try job.checkCancellation() }
        scaler.append(
          UnsafeRawBufferPointer(start: start + row * pixels.stride, count: plan.area.size.width * channels))
      }
      return try scaler.finish(profile: profile, convertsColor: job.options.convertsColor)
    }

    /// libde265 and libheif hold planes each: of the size in the picture's own headers, which may be another one than the box says.
    private static func planeMemory(_ header: alula_heic_header, _ picture: HEICPicture) -> Int? {
      let samples = 1 + picture.item.colorShare + (header.has_alpha != 0 ? 1 : 0)
      guard let pixels = picture.size.pixelCount else { return nil }
      return product(max(pixels, picture.item.mostPixels), Int(samples * 4) * (header.depth > 8 ? 2 : 1)).map { $0 / 2 }
    }

    /// RGB, of limited range by a copy more.
    private static func colorMemory(_ header: alula_heic_header, _ plan: PlanarPlan) -> Int? {
      product(plan.size.width, plan.size.height, header.has_alpha != 0 ? 8 : 6)
    }
  }

  /// The picture of a file that is shown, as libheif hands it out.
  private struct HEICPicture {
    let item: PictureItem
    let size: PixelSize
    /// What is left to be done. Those of composed items are libheif's: they have others inside.
    let transforms: ItemTransforms

    /// What was decoded has the size that the file promised, and that everybody was told.
    func check(_ width: UInt32, _ height: UInt32, _ format: ImageFormat) throws(LoadError) {
      guard Int(width) == size.width, Int(height) == size.height else {
        throw ContainerHeader.damaged(format, "it says \(size) pixels and has \(width)×\(height).")
      }
    }

    init(_ header: alula_heic_header, _ bytes: UnsafeRawBufferPointer) {
      item = PictureItem(ByteReader(bytes), id: Int(header.item))
      transforms = item.isComposed ? ItemTransforms() : item.transforms
      size =
        item.isComposed
        ? PixelSize(width: Int(header.upright_width), height: Int(header.upright_height))
        : PixelSize(width: Int(header.width), height: Int(header.height))
    }
  }
#endif
