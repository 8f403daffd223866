#if os(Linux) && (AVIF || HEIC)
  import CImageCodecs
  import Foundation

  /// Decoded planes on their way to a bitmap: made small by whole numbers first, then RGB, then exactly the size asked for. Lives only as
  /// long as the planes' owner.
  struct PlanarPicture {
    private let planes: alula_planes
    private let plan: PlanarPlan

    /// - Parameter size: Of the decoded planes, which may differ from what the header said.
    init(_ planes: alula_planes, transforms: ItemTransforms, format: ImageFormat, _ job: DecodeJob) throws(LoadError) {
      self.planes = planes
      let size = PixelSize(width: Int(planes.width), height: Int(planes.height))
      guard size.width > 0, size.height > 0 else { throw ContainerHeader.damaged(format, "no pixels in it.") }
      plan = try PlanarPlan(
        size: size, channels: planes.planes.3.samples != nil ? 4 : planes.planes.1.samples != nil ? 3 : 1,
        isPremultiplied: planes.is_premultiplied != 0, transforms: transforms, job)
    }

    func bitmap(format: ImageFormat, profile: ICCProfile?, _ job: DecodeJob) throws(LoadError) -> Bitmap {
      var scaler = try plan.makeScaler(job)
      let rows = try PlaneRows(planes, plan, format)
      let row = try PixelBuffer<UInt8>(count: plan.source.width * plan.layout.channels)
      let bytes = UnsafeRawBufferPointer(start: row.base, count: row.count)
      for index in 0..<plan.source.height where !scaler.isComplete {
        if index % 16 == 0 { try job.checkCancellation() }
        rows.readNext(into: row.base)
        scaler.append(bytes)
      }
      return try scaler.finish(profile: profile, convertsColor: job.options.convertsColor)
    }
  }

  /// The rows of planes, released with this value.
  private struct PlaneRows: ~Copyable {
    private let rows: OpaquePointer

    init(_ planes: alula_planes, _ plan: PlanarPlan, _ format: ImageFormat) throws(LoadError) {
      var rows: OpaquePointer?
      var channels: Int32 = 0
      let area = alula_area(
        x: UInt32(plan.area.x), y: UInt32(plan.area.y), width: UInt32(plan.area.size.width),
        height: UInt32(plan.area.size.height))
      let status = withUnsafePointer(to: planes) {
        alula_plane_rows_create($0, area, UInt32(plan.factor), &rows, &channels)
      }
      guard status == ALULA_DECODE_OK, let rows, Int(channels) == plan.layout.channels else {
        throw CodecStatus.error(
          status, format,
          message: Int(status) == Int(ALULA_DECODE_UNSUPPORTED)
            ? "colours of matrix \(planes.matrix)." : "its planes do not fit together.")
      }
      self.rows = rows
    }

    deinit { alula_plane_rows_destroy(rows) }

    func readNext(into row: UnsafeMutablePointer<UInt8>) { alula_plane_rows_next(rows, row) }
  }
#endif
