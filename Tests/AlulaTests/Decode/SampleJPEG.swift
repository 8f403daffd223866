#if os(Linux)
  import CSampleJPEG
  import Foundation
  import Testing

  @testable import Alula

  /// JPEG files of many kinds.
  struct SampleJPEG: CustomTestStringConvertible, Sendable {
    let name: String
    var kind = alula_sample_jpeg_kind()
    var layout = RowLayout.rgb8

    init(_ name: String, across: Int32 = 2, down: Int32 = 2, _ change: (inout Self) -> Void = { _ in }) {
      self.name = name
      kind.quality = 85
      kind.across = across
      kind.down = down
      change(&self)
    }

    var testDescription: String { name }

    func file(width: Int, height: Int) -> Data {
      file(of: .photograph(width: width, height: height, layout: layout))
    }

    /// `picture` must have this layout.
    func file(of picture: SamplePicture) -> Data {
      var size = 0
      let bytes = alula_sample_jpeg(
        picture.bytes, UInt32(picture.size.width), UInt32(picture.size.height), Int32(layout.channels), kind, &size)
      return bytes.map { Data(bytesNoCopy: $0, count: size, deallocator: .free) } ?? Data()
    }

    /// What is decoded from DC coefficients.
    static let common: [SampleJPEG] = [
      .init("4:2:0"), .init("4:2:2", down: 1), .init("4:4:0", across: 1), .init("4:4:4", across: 1, down: 1),
      .init("grey") { $0.layout = .gray8 },
      .init("grey with factors", across: 1, down: 1) { $0.layout = .gray8 },
      .init("best quality") { $0.kind.quality = 100 },
      .init("worst quality") { $0.kind.quality = 3 },
      .init("progressive 4:2:0") { $0.kind.is_progressive = 1 },
      .init("progressive 4:4:4", across: 1, down: 1) { $0.kind.is_progressive = 1 },
      .init("progressive grey") { ($0.kind.is_progressive, $0.layout) = (1, .gray8) },
      .init("restarts") { $0.kind.restart_units = 5 },
      .init("progressive with restarts") { ($0.kind.is_progressive, $0.kind.restart_units) = (1, 3) },
      .init("a scan for each component") { $0.kind.has_separate_scans = 1 },
      .init("a scan for each component, restarts") { ($0.kind.has_separate_scans, $0.kind.restart_units) = (1, 7) },
    ]

    /// What is left to libjpeg.
    static let unusual: [SampleJPEG] = [
      .init("arithmetic") { $0.kind.is_arithmetic = 1 },
      .init("RGB", across: 1, down: 1) { $0.kind.is_rgb = 1 },
      .init("CMYK", across: 1, down: 1) { $0.layout = .cmyk8 },
      .init("4:1:1", across: 4, down: 1),
    ]
  }
#endif
