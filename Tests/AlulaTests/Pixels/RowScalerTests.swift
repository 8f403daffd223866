import Testing

@testable import Alula

@Suite struct RowScalerTests {
  @Test(arguments: [nil, TargetSize.pixels(5, 5), TargetSize(width: 30, height: 30, allowsEnlarging: true)])
  func `a colour above its alpha in premultiplied data is brought down to it`(_ target: TargetSize?) throws {
    let bitmap = try SamplePicture.noise(width: 16, height: 16, layout: .rgba8Premultiplied).scaled(to: target)
    let bytes = bitmap.bytes
    #expect(bytes.indices.allSatisfy { bytes[$0] <= bytes[$0 | 3] })
  }

  static let layouts: [RowLayout] = [.gray8, .grayAlpha8, .rgb8, .rgba8, .rgba8Premultiplied]

  @Test(arguments: layouts) func `pixels pass unchanged when nothing is scaled`(_ layout: RowLayout) throws {
    for (width, height) in [(1, 1), (3, 2), (17, 5), (64, 33)] {
      let picture = SamplePicture.noise(width: width, height: height, layout: layout)
      let bitmap = try picture.scaled()
      #expect(bitmap.size == picture.size)
      let wanted = picture.premultiplied().map { UInt8($0.rounded()) }
      // No colour is above its alpha, though these rows say so.
      let isLimited = layout == .rgba8Premultiplied
      #expect(bitmap.bytes == wanted.indices.map { isLimited ? min(wanted[$0], wanted[$0 | 3]) : wanted[$0] })
    }
  }

  @Test func `straight pixels are kept when asked for, except colours that nobody sees`() throws {
    let picture = SamplePicture(width: 256, height: 3, layout: .rgba8) { x, y, channel in
      channel == 3 ? UInt8(x) : UInt8(truncatingIfNeeded: x * 7 + y * 50 + channel * 90)
    }
    let bytes = try picture.scaled(keepsStraightAlpha: true).bytes
    #expect(bytes == picture.bytes.indices.map { picture.bytes[$0 | 3] == 0 ? 0 : picture.bytes[$0] })
  }

  @Test func `premultiplying what was made straight gives the same pixel`() {
    var wrong = 0
    for alpha in UInt8.min...UInt8.max {
      for color in UInt8.min...UInt8.max {
        let exact = (Double(color) * Double(alpha) / 255).rounded()
        if premultiplied(color, alpha) != UInt8(exact) { wrong += 1 }
        let straight = alpha == 0 ? 0 : min(255, (Double(color) * 255 / Double(alpha)).rounded())
        if unpremultiplied(color, alpha) != UInt8(straight) { wrong += 1 }
        if color <= alpha, premultiplied(unpremultiplied(color, alpha), alpha) != color { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test(arguments: [(1, 1), (40, 27), (20, 80), (7, 3), (79, 59), (80, 4), (4, 60)])
  func `a picture of one colour stays that colour at any size`(width: Int, height: Int) throws {
    for layout in Self.layouts {
      let color: [UInt8] = layout == .rgba8Premultiplied ? [100, 0, 128, 128] : [201, 255, 3, 255]
      let picture = SamplePicture(width: 80, height: 60, layout: layout) { _, _, channel in color[channel] }
      let bitmap = try picture.scaled(to: .pixels(Double(width), Double(height), mode: .fill))
      let expected = picture.premultiplied().prefix(4).map { UInt8($0.rounded()) }
      let bytes = bitmap.bytes
      let wrong = (0..<bitmap.width * bitmap.height).filter { Array(bytes[$0 * 4..<$0 * 4 + 4]) != expected }
      #expect(wrong.isEmpty, "\(layout) \(bitmap.size)")
    }
  }

  @Test func `colours hidden under alpha 0 do not bleed`() throws {
    let picture = SamplePicture(width: 120, height: 120, layout: .rgba8) { x, y, channel in
      let isInside = (x - 60) * (x - 60) + (y - 60) * (y - 60) < 45 * 45
      let color: [UInt8] = isInside ? [0, 128, 255, 255] : [255, 0, 255, 0]
      return color[channel]
    }
    for side in [119.0, 50, 30, 11] {
      let bytes = try picture.scaled(to: .pixels(side, side)).bytes
      let reds = stride(from: 0, to: bytes.count, by: 4).map { bytes[$0] }
      #expect(reds.allSatisfy { $0 == 0 })
    }
  }

  @Test(arguments: [RowLayout.grayAlpha8, .rgba8, .rgba8Premultiplied])
  func `no colour is above its alpha`(_ layout: RowLayout) throws {
    let noise = SamplePicture.noise(width: 120, height: 90, layout: .rgba8)
    var picture = SamplePicture(width: 120, height: 90, layout: layout) { x, y, channel in
      let alpha: UInt8 = (x / 5 + y / 4) % 2 == 0 ? 0 : 255
      return channel == layout.channels - 1 ? alpha : noise.bytes[(y * 120 + x) * 4 + channel]
    }
    if layout == .rgba8Premultiplied {
      for pixel in 0..<120 * 90 where picture.bytes[pixel * 4 + 3] == 0 {
        for channel in 0..<3 { picture.bytes[pixel * 4 + channel] = 0 }
      }
    }
    for side in [110.0, 61, 30, 11] {
      let bytes = try picture.scaled(to: .pixels(side, side)).bytes
      let wrong = bytes.indices.filter { index in bytes[index] > bytes[index | 3] }
      #expect(wrong.isEmpty)
    }
  }

  @Test func `missing rows are an error`() throws {
    let geometry = try DecodeGeometry(
      codedSize: PixelSize(width: 10, height: 10), orientation: .up, target: .pixels(4, 4))
    let error = #expect(throws: LoadError.self) {
      var scaler = try RowScaler(
        source: PixelSize(width: 10, height: 10), scaleX: 1, scaleY: 1, layout: .gray8, geometry: geometry)
      let row = [UInt8](repeating: 1, count: 10)
      row.withUnsafeBytes { scaler.append($0) }
      return try scaler.finish(profile: nil, convertsColor: true)
    }
    #expect(error?.code == .truncated)
  }

  @Test func `rows beyond the last and rows too short change nothing`() throws {
    let picture = SamplePicture.noise(width: 20, height: 20, layout: .rgb8)
    for target in [nil, TargetSize.pixels(7, 7)] {
      let geometry = try DecodeGeometry(codedSize: picture.size, orientation: .right, target: target)
      var scaler = try RowScaler(source: picture.size, scaleX: 1, scaleY: 1, layout: .rgb8, geometry: geometry)
      for y in 0..<20 {
        Array(picture.row(y)).withUnsafeBytes { scaler.append($0) }
        [UInt8](repeating: 9, count: 59).withUnsafeBytes { scaler.append($0) }
      }
      for _ in 0..<50 { [UInt8](repeating: 9, count: 60).withUnsafeBytes { scaler.append($0) } }
      let bitmap = try scaler.finish(profile: nil, convertsColor: true)
      #expect(bitmap.bytes == (try picture.scaled(by: geometry)).bytes)
    }
  }

  @Test func `a cut shows the middle`() throws {
    let picture = SamplePicture.noise(width: 41, height: 9, layout: .rgb8)
    let bitmap = try picture.scaled(to: .pixels(10, 20, mode: .fill))
    #expect(bitmap.size == PixelSize(width: 10, height: 9))
    for y in 0..<9 {
      for x in 0..<10 {
        #expect(bitmap.pixel(x, y).prefix(3).elementsEqual(picture.row(y).dropFirst((x + 15) * 3).prefix(3)))
      }
    }
  }

  @Test(arguments: [UInt64](1...6)) func `any geometry over any rows gives a whole bitmap`(seed: UInt64) throws {
    var noise = Noise(seed: seed)
    for _ in 0..<30 {
      let layout = (Self.layouts + [.cmyk8]).randomElement(using: &noise) ?? .gray8
      let coded = PixelSize(
        width: Int.random(in: 1...120, using: &noise), height: Int.random(in: 1...120, using: &noise))
      let divisor = [1, 2, 4, 8].randomElement(using: &noise) ?? 1
      let target = TargetSize(
        width: Double.random(in: 0.3...140, using: &noise), height: Double.random(in: 0.3...140, using: &noise),
        mode: noise.next() % 2 == 0 ? .fit : .fill, allowsEnlarging: noise.next() % 2 == 0)
      let orientation = Orientation(tag: Int(noise.next() % 8) + 1)
      let geometry = try DecodeGeometry(codedSize: coded, orientation: orientation, target: target)
      let picture = SamplePicture.noise(
        width: (coded.width + divisor - 1) / divisor, height: (coded.height + divisor - 1) / divisor, layout: layout)
      let bitmap = try picture.scaled(by: geometry, scaleX: 1 / Double(divisor), scaleY: 1 / Double(divisor))
      #expect(bitmap.size == geometry.outputSize)
    }
  }

  @Test func `an output that no memory can hold is an error`() throws {
    let target = TargetSize(width: 4e9, height: 1, mode: .fill, allowsEnlarging: true)
    let size = PixelSize(width: 4, height: 4)
    for orientation in [Orientation.up, .right] {
      guard let geometry = try? DecodeGeometry(codedSize: size, orientation: orientation, target: target) else {
        continue
      }
      let error = #expect(throws: LoadError.self) {
        _ = try RowScaler(source: size, scaleX: 1, scaleY: 1, layout: .gray8, geometry: geometry)
      }
      #expect(error?.code == .tooManyPixels)
    }
  }

  @Test func `the memory needed counts the bitmap and is nil when it overflows`() throws {
    let size = PixelSize(width: 6000, height: 4000)
    let small = try DecodeGeometry(codedSize: size, orientation: .right, target: .pixels(300, 300))
    let needed = try #require(RowScaler.memoryNeeded(source: size, layout: .rgba8, geometry: small))
    #expect(needed > 200 * 300 * 4)
    #expect(needed < 2_000_000)
    let full = try DecodeGeometry(codedSize: size, orientation: .up, target: nil)
    let whole = try #require(RowScaler.memoryNeeded(source: size, layout: .rgb8, geometry: full))
    #expect(whole >= 96_000_000 && whole < 98_000_000)
    let huge = PixelSize(width: .max, height: 2)
    let geometry = try DecodeGeometry(codedSize: huge, orientation: .up, target: .pixels(10, 10))
    #expect(RowScaler.memoryNeeded(source: huge, layout: .rgba8, geometry: geometry) == nil)
  }
}
