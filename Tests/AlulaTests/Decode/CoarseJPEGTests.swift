#if os(Linux)
  import CSampleJPEG
  import Foundation
  import Testing

  @testable import Alula

  /// Thumbnails from DC coefficients, beside libjpeg's picture at an eighth.
  struct CoarseJPEGTests {
    /// Both ways; `nil` where libjpeg is left to do it.
    private func decode(
      _ data: Data, _ target: TargetSize, budget: DecodeBudget = DecodeBudget()
    ) throws -> (coarse: Bitmap?, whole: Bitmap) {
      var options = DecodeOptions(target: target)
      options.budget = budget
      let job = DecodeJob(data: data, options: options)
      var coarse: Bitmap?
      let whole = try JPEGDecoder.decode(job) { job, container, geometry throws(LoadError) in
        coarse = try CoarseJPEG.decode(job, container, geometry)
        return nil
      }
      return (coarse, whole)
    }

    @Test(arguments: SampleJPEG.common, [(640, 480), (641, 467), (1_000, 40), (333, 961)])
    func `a thumbnail looks like libjpeg's`(_ sample: SampleJPEG, _ size: (width: Int, height: Int)) throws {
      let target = TargetSize.pixels(Double(size.width / 12), Double(size.height / 12))
      let (coarse, whole) = try decode(sample.file(width: size.width, height: size.height), target)
      let picture = try #require(coarse)
      #expect(picture.size == whole.size)
      let isExact = sample.layout == .gray8 || sample.kind.across * sample.kind.down == 1
      if isExact {
        #expect(picture.bytes == whole.bytes)
      } else {
        #expect(signalToNoise(picture.bytes, whole.bytes.map(Double.init)) > 30)
      }
    }

    /// ITU-T T.81 section B.2.3: two bytes a component, and six.
    @Test func `a scan whose header has another length is the error that libjpeg gives`() throws {
      let sample = SampleJPEG("progressive") { $0.kind.is_progressive = 1 }
      let file = [UInt8](sample.file(width: 240, height: 192))
      let scans = file.indices.filter { file[$0...].starts(with: [0xFF, 0xDA]) }
      #expect(scans.count > 3)
      for scan in scans {
        let length = Int(file[scan + 3])
        let longer = file[..<(scan + 2)] + [0, UInt8(length + 4)] + file[(scan + 4)..<(scan + 2 + length)]
        let data = Data(longer + [1, 2, 3, 4] + file[(scan + 2 + length)...])
        for target in [TargetSize.pixels(20, 16), .pixels(240, 192)] {
          #expect(code { () throws(LoadError) in try DefaultImageDecoder().decode(data, target: target) } == .decoding)
        }
      }
    }

    /// 14 bytes, says JFIF 1.02.
    @Test func `a JFIF segment that is too short says nothing of the colours`() throws {
      let sample = SampleJPEG("RGB", across: 1, down: 1) { ($0.kind.is_rgb, $0.kind.lacks_adobe) = (1, 1) }
      let file = sample.file(width: 240, height: 240)
      let segment: [UInt8] = [0xFF, 0xE0, 0, 8] + Array("JFIF".utf8) + [0, 1]
      let data = file.prefix(2) + segment + file.dropFirst(2)
      let target = TargetSize.pixels(20, 20)
      let expected = try DefaultImageDecoder().decode(file, target: target)
      #expect(try DefaultImageDecoder().decode(data, target: target).bytes == expected.bytes)
    }

    @Test(arguments: SampleJPEG.common) func `a thumbnail whose tables are missing is the error that libjpeg gives`(
      _ sample: SampleJPEG
    ) throws {
      let file = [UInt8](sample.file(width: 240, height: 192))
      // Without its DQT segments, which come before the first scan.
      let scan = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0xDA]) })
      var bare = Array(file[..<2])
      var index = 2
      while index < scan {
        let end = index + 2 + Int(file[index + 2]) << 8 + Int(file[index + 3])
        if file[index + 1] != 0xDB { bare += file[index..<end] }
        index = end
      }
      let data = Data(bare + file[scan...])
      for target in [TargetSize.pixels(20, 16), .pixels(240, 192)] {
        #expect(code { () throws(LoadError) in try DefaultImageDecoder().decode(data, target: target) } == .decoding)
      }
    }

    @Test(arguments: SampleJPEG.common, [(640, 480), (641, 467), (1_000, 40), (333, 961), (1_301, 35)])
    func `wide vectors give the rows that Swift gives`(_ sample: SampleJPEG, _ size: (width: Int, height: Int)) throws {
      let options = DecodeOptions(target: .pixels(Double(size.width / 12), Double(size.height / 12)))
      let job = DecodeJob(data: sample.file(width: size.width, height: size.height), options: options)
      for kernels in [DCKernels.portable, .best] {
        var coarse: Bitmap?
        let best = try JPEGDecoder.decode(job)
        _ = try JPEGDecoder.decode(job) { job, container, geometry throws(LoadError) in
          coarse = try CoarseJPEG.decode(job, container, geometry, kernels: kernels)
          return nil
        }
        #expect(coarse?.bytes == best.bytes)
      }
    }

    @Test(arguments: SampleJPEG.unusual) func `what is unusual is left to libjpeg`(_ sample: SampleJPEG) throws {
      #expect(try decode(sample.file(width: 400, height: 300), .pixels(20, 20)).coarse == nil)
    }

    @Test(arguments: [(33.0, true), (34, false), (50, false), (1, true)])
    func `only targets of a twelfth and less are made this way`(_ side: Double, _ isCoarse: Bool) throws {
      let data = SampleJPEG("4:2:0").file(width: 400, height: 400)
      #expect((try decode(data, .pixels(side, side)).coarse != nil) == isCoarse)
    }

    @Test(arguments: SampleJPEG.common) func `what is cut off is never served`(_ sample: SampleJPEG) throws {
      let data = sample.file(width: 320, height: 200)
      for share in stride(from: 0.05, through: 0.98, by: 0.03) {
        let cut = data.prefix(Int(Double(data.count) * share))
        #expect(throws: LoadError.self, "\(share)") { try decode(cut, .pixels(16, 16)) }
        #expect(throws: LoadError.self, "\(share)") {
          try DefaultImageDecoder().decode(cut, options: DecodeOptions(target: .pixels(16, 16)))
        }
      }
    }

    /// What libjpeg refuses is refused, what it takes is taken.
    @Test(arguments: SampleJPEG.common) func `damage has the answer that libjpeg gives`(_ sample: SampleJPEG) throws {
      var noise = Noise(seed: 11)
      let data = sample.file(width: 200, height: 160)
      for _ in 0..<60 {
        var bytes = Array(data)
        for _ in 0...Int(noise.next() >> 62) {
          bytes[Int(noise.next() >> 33) % bytes.count] = UInt8(truncatingIfNeeded: noise.next() >> 40)
        }
        let options = DecodeOptions(target: .pixels(10, 10))
        let ours = Result { try JPEGDecoder.decode(DecodeJob(data: Data(bytes), options: options)) }
        let library = Result {
          try JPEGDecoder.decode(DecodeJob(data: Data(bytes), options: options)) { _, _, _ throws(LoadError) in nil }
        }
        #expect((try? ours.get())?.size == (try? library.get())?.size, "\(ours) \(library)")
      }
    }

    @Test func `memory is asked for before it is taken`() throws {
      let data = SampleJPEG("4:2:0").file(width: 1_200, height: 1_200)
      #expect(throws: LoadError.self) {
        try decode(data, .pixels(20, 20), budget: DecodeBudget(maximumMemory: .bytes(20_000)))
      }
    }

    @Test func `long streams are read with tables that find several coefficients at once`() throws {
      let sample = SampleJPEG("4:4:4", across: 1, down: 1) { $0.kind.quality = 98 }
      let data = sample.file(width: 900, height: 700)
      #expect(data.count > 400_000)
      let (coarse, whole) = try decode(data, .pixels(60, 60))
      #expect(coarse?.bytes == whole.bytes)
    }
  }
#endif
