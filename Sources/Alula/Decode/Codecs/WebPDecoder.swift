#if os(Linux)
  import CImageCodecs
  import Foundation

  /// WebP by libwebp's incremental decoder, which scales while it decodes. Bytes are fed in slices so that a cancelled
  /// decode stops. Of an animation the first frame is decoded, on its canvas.
  struct WebPDecoder {
    private static let slice = 64 * 1024

    private let job: DecodeJob
    private let container: ContainerHeader
    private let bytes: UnsafeRawBufferPointer

    static func decode(_ job: DecodeJob) throws(LoadError) -> Bitmap {
      let container = try ContainerHeader.read(job.data, format: .webp)
      return try job.data.withBytes { bytes throws(LoadError) in
        try WebPDecoder(job: job, container: container, bytes: bytes).decode()
      }
    }

    private func decode() throws(LoadError) -> Bitmap {
      // The RIFF size covers what follows its own field; an odd chunk's padding byte counts too.
      guard let size = ByteReader(bytes).little32(at: 4), size <= bytes.count - 8 || job.options.allowsPartial else {
        throw ContainerHeader.truncated(.webp)
      }
      var features = alula_webp_features()
      try check(alula_webp_read_features(pointer(bytes), bytes.count, &features))
      var frame = WebPFrame(
        canvas: PixelSize(width: Int(features.width), height: Int(features.height)),
        size: PixelSize(width: Int(features.width), height: Int(features.height)), x: 0, y: 0, bytes: bytes)
      if features.is_animated != 0 {
        frame = try WebPFrame(firstOf: bytes, allowsPartial: job.options.allowsPartial)
        try check(alula_webp_read_features(pointer(frame.bytes), frame.bytes.count, &features))
      }
      return try decode(frame, hasAlpha: features.has_alpha != 0, isLossless: features.is_lossless != 0)
    }

    private func decode(_ frame: WebPFrame, hasAlpha: Bool, isLossless: Bool) throws(LoadError) -> Bitmap {
      let geometry = try job.geometry(codedSize: frame.canvas, orientation: container.header.orientation)
      var plan = plan(frame, geometry, hasAlpha: hasAlpha, isLossless: isLossless, scaled: nil)
      let scaled = frame.coversCanvas ? Self.scaledSize(frame.canvas, geometry) : nil
      // libwebp mixes colours of lossy pictures straight, so what hides under alpha would bleed: they come whole, as long as there is room.
      if let scaled, !hasAlpha || isLossless || !job.options.budget.allowsMemory(plan.memory) {
        plan = self.plan(frame, geometry, hasAlpha: hasAlpha, isLossless: isLossless, scaled: scaled)
      }
      try job.options.budget.checkMemory(plan.memory)
      return try decode(frame, geometry, plan)
    }

    /// How rows come out of libwebp, and what they need.
    private struct Plan {
      /// What libwebp scales to; `nil` for every pixel.
      let scaled: PixelSize?
      let layout: RowLayout
      let memory: [Int?]
    }

    private func plan(
      _ frame: WebPFrame, _ geometry: DecodeGeometry, hasAlpha: Bool, isLossless: Bool, scaled: PixelSize?
    ) -> Plan {
      let isPremultiplied = scaled != nil && !job.keepsStraightAlpha
      let layout: RowLayout =
        frame.coversCanvas && !hasAlpha ? .rgb8 : isPremultiplied ? .rgba8Premultiplied : .rgba8
      let source = scaled ?? frame.canvas
      let rowMemory = product(scaled?.width ?? frame.size.width, scaled?.height ?? frame.size.height, layout.channels)
      // Lossless needs every pixel as ARGB, a lossy picture its alpha plane; both some rows of a few bytes a pixel.
      let pixelMemory = product(frame.size.width, frame.size.height, isLossless ? 4 : hasAlpha ? 1 : 0)
      let scalerMemory = RowScaler.memoryNeeded(source: source, layout: layout, geometry: geometry)
      return Plan(
        scaled: scaled, layout: layout,
        memory: [
          rowMemory, pixelMemory, frame.size.width * 128, product(source.width, layout.channels), scalerMemory,
        ])
    }

    private func decode(_ frame: WebPFrame, _ geometry: DecodeGeometry, _ plan: Plan) throws(LoadError) -> Bitmap {
      let (source, layout) = (plan.scaled ?? frame.canvas, plan.layout)
      var scaler = try RowScaler(
        source: source, scaleX: Double(source.width) / Double(frame.canvas.width),
        scaleY: Double(source.height) / Double(frame.canvas.height), layout: layout, geometry: geometry,
        keepsStraightAlpha: job.keepsStraightAlpha)
      var canvas = CanvasRows(canvas: source, top: frame.y, left: frame.x, channels: layout.channels)
      let decoder = try WebPHandle(
        scaled: plan.scaled, channels: layout.channels, isPremultiplied: layout == .rgba8Premultiplied)
      if try feed(decoder, frame, into: &scaler, &canvas) { try canvas.finish(into: &scaler) }
      return try scaler.finish(
        profile: container.profile.map(ICCProfile.init), convertsColor: job.options.convertsColor,
        allowsPartial: job.options.allowsPartial)
    }

    /// Whether all rows came; less is an error where no preview was asked for.
    private func feed(
      _ decoder: borrowing WebPHandle, _ frame: WebPFrame, into scaler: inout RowScaler, _ canvas: inout CanvasRows
    ) throws(LoadError) -> Bool {
      var available = 0
      var given = 0
      var isDone = false
      while !isDone {
        try job.checkCancellation()
        guard available < frame.bytes.count else {
          guard job.options.allowsPartial else { throw ContainerHeader.truncated(.webp) }
          return false
        }
        available = min(available + Self.slice, frame.bytes.count)
        try check(decoder.advance(frame.bytes, available, &isDone))
        given = try decoder.forEachRow(from: given) { row throws(LoadError) in try canvas.append(row, into: &scaler) }
      }
      return true
    }

    /// The size libwebp scales to: about twice the output, which the row scaler then halves well; `nil` to decode every
    /// pixel when that is not much more.
    static func scaledSize(_ size: PixelSize, _ geometry: DecodeGeometry) -> PixelSize? {
      let width = Double(geometry.codedOutput.width) * 2 * Double(size.width) / geometry.crop.width
      let height = Double(geometry.codedOutput.height) * 2 * Double(size.height) / geometry.crop.height
      guard width * 1.1 < Double(size.width), height * 1.1 < Double(size.height) else { return nil }
      return PixelSize(width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())))
    }

    private func check(_ status: Int32) throws(LoadError) {
      guard status != ALULA_DECODE_OK else { return }
      throw CodecStatus.error(status, .webp, message: "libwebp refused it.")
    }

    private func pointer(_ bytes: UnsafeRawBufferPointer) -> UnsafePointer<UInt8>? {
      bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    }
  }
#endif
