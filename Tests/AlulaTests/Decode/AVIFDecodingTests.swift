#if os(Linux) && AVIF
  import CSampleAVIF
  import Foundation
  import Testing

  @testable import Alula

  @Suite struct AVIFDecodingTests {
    private let decoder = DefaultImageDecoder()

    @Test(arguments: SampleAVIF.kinds)
    func `every sampling, depth, range and matrix looks like what was put in, and as libavif shows it`(
      _ sample: SampleAVIF
    ) throws {
      let data = try sample.file(width: 97, height: 63)
      let bitmap = try decoder.decode(data)
      let picture = SampleAVIF.picture(
        width: 97, height: 63, hasAlpha: sample.kind.has_alpha != 0, isGray: sample.isGray)
      #expect(try distance(bitmap, picture.scaled()).mean < 2)
      let apart = try distance(bitmap, SampleAVIF.referee(data).scaled())
      #expect(apart.mean < 1)
      #expect(apart.most <= 6)
    }

    @Test(arguments: SampleAVIF.kinds)
    func `a thumbnail is that of all pixels, whatever boxes were averaged before`(_ sample: SampleAVIF) throws {
      let data = try sample.file(width: 301, height: 203)
      let whole = try SampleAVIF.referee(data)
      // The wave is in every channel of grey, else in one of three.
      let most = sample.isGray ? 3.0 : 1.2
      // Boxes of 1, 2, 3, 5 and 25 pixels a side, at the right and lower edge of fewer.
      for target: TargetSize in [.pixels(200, 200), .pixels(74, 74), .pixels(50, 50), .pixels(30, 30), .pixels(6, 6)] {
        let bitmap = try decoder.decode(data, target: target)
        #expect(try distance(bitmap, whole.scaled(to: target)).mean < most, "\(target)")
      }
      let cut = try decoder.decode(data, target: .pixels(40, 20, mode: .fill))
      #expect(try distance(cut, whole.scaled(to: .pixels(40, 20, mode: .fill))).mean < most)
    }

    @Test func `colours that are hidden do not bleed into a thumbnail`() throws {
      let picture = SamplePicture(width: 128, height: 64, layout: .rgba8) { x, _, channel in
        (x < 67 ? [255, 0, 0, 0] : [0, 0, 255, 255])[channel]
      }
      let sample = SampleAVIF("alpha") { $0.kind.has_alpha = 1 }
      let bitmap = try decoder.decode(sample.file(picture), target: .pixels(16, 8))
      for x in 0..<16 { #expect(bitmap.pixel(x, 4)[0] <= 4) }
      #expect(bitmap.pixel(15, 4)[2] > 248)
    }

    @Test(arguments: [nil, TargetSize.pixels(30, 30)])
    func `premultiplied files look like straight ones`(_ target: TargetSize?) throws {
      let straight = SampleAVIF.picture(width: 128, height: 64, hasAlpha: true)
      let bitmap = try straight.scaled()
      var premultiplied = straight
      premultiplied.bytes = bitmap.bytes
      let sample = SampleAVIF("premultiplied") { ($0.kind.has_alpha, $0.kind.is_premultiplied) = (1, 1) }
      let seen = try decoder.decode(sample.file(premultiplied), target: target)
      #expect(try distance(seen, straight.scaled(to: target)).mean < 2)
      for pixel in 0..<seen.width * seen.height {
        let bytes = seen.bytes[pixel * 4..<pixel * 4 + 4].map { $0 }
        #expect(max(bytes[0], bytes[1], bytes[2]) <= bytes[3])
      }
    }

    @Test func `an embedded profile is converted to sRGB, after the picture was made small`() throws {
      let sample = SampleAVIF("profile") { $0.profile = SampleProfile.swapped.bytes }
      let picture = SamplePicture(width: 96, height: 64, layout: .rgba8) { _, _, channel in [200, 40, 10, 255][channel]
      }
      let data = try sample.file(picture)
      #expect(try ImageHeader.read(data).colorProfile == "Swapped")
      for target: TargetSize? in [nil, .pixels(12, 12)] {
        let pixel = try decoder.decode(data, target: target).pixel(4, 4)
        #expect(zip(pixel, [10, 40, 200, 255]).allSatisfy { abs(Int($0) - $1) <= 4 })
        var options = DecodeOptions(target: target)
        options.convertsColor = false
        #expect(abs(Int(try decoder.decode(data, options: options).pixel(4, 4)[0]) - 200) <= 3)
      }
    }

    @Test(arguments: [nil, TargetSize.pixels(40, 40)])
    func `a grid is one picture`(_ target: TargetSize?) throws {
      let sample = SampleAVIF("grid", sampling: 420) { $0.kind.columns = 3 }
      let data = try sample.file(width: 192, height: 64)
      let bitmap = try decoder.decode(data, target: target)
      #expect(try distance(bitmap, SampleAVIF.picture(width: 192, height: 64).scaled(to: target)).mean < 2)
    }

    @Test func `the header says what the file says, without decoding`() throws {
      let still = SampleAVIF("still", sampling: 420, depth: 10) { sample in
        (sample.kind.has_alpha, sample.kind.rotation) = (1, 1)
      }
      let header = try ImageHeader.read(still.file(width: 90, height: 64))
      #expect(header.codedSize == PixelSize(width: 90, height: 64))
      #expect(header.size == PixelSize(width: 64, height: 90))
      #expect(header.orientation == .left)
      #expect(header.hasAlpha)
      #expect(header.bitDepth == 10)
      #expect(header.frames == 1)
      #expect(header.plays == 1)
      #expect(header.durations.isEmpty)
      #expect(header.colorProfile == nil)
    }

    @Test func `of a sequence the first frame is decoded; the header counts and times all`() throws {
      let sample = SampleAVIF("sequence", sampling: 420) { $0.kind.frames = 4 }
      let data = try sample.file()
      let header = try ImageHeader.read(data)
      #expect(header.frames == 4)
      #expect(header.plays != 1)
      #expect(header.durations == [Duration](repeating: .milliseconds(100), count: 4))
      #expect(try distance(decoder.decode(data), SampleAVIF.picture(width: 96, height: 64).scaled()).mean < 2)
    }
  }
#endif
