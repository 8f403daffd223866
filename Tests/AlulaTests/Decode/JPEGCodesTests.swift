#if os(Linux)
  import Foundation
  import Testing

  @testable import Alula

  /// Huffman codes read by our own code, beside the same files read by libjpeg alone.
  struct JPEGCodesTests {
    /// Mutants of each sample. ALULA_MUTANTS in the environment asks for more.
    private static let count = Int(ProcessInfo.processInfo.environment["ALULA_MUTANTS"] ?? "") ?? 40

    private func decode(_ data: Data, _ target: TargetSize?, readsCodes: Bool) -> Result<Bitmap, LoadError> {
      Result { () throws(LoadError) in
        try JPEGDecoder.decode(
          DecodeJob(data: data, options: DecodeOptions(target: target)), readsCodes: readsCodes
        ) { _, _, _ throws(LoadError) in nil }
      }
    }

    private func isSame(_ data: Data, _ target: TargetSize?) -> Bool {
      switch (decode(data, target, readsCodes: true), decode(data, target, readsCodes: false)) {
      case (.success(let ours), .success(let library)): ours.bytes == library.bytes
      case (.failure(let ours), .failure(let library)): ours == library
      default: false
      }
    }

    static let targets: [TargetSize?] = [nil, .pixels(170, 170), .pixels(90, 90), .pixels(30, 30)]

    @Test(arguments: SampleJPEG.common + SampleJPEG.unusual, [(320, 240), (333, 191), (8, 8), (1, 70)])
    func `pixels are libjpeg's at every scale`(_ sample: SampleJPEG, _ size: (width: Int, height: Int)) {
      let data = sample.file(width: size.width, height: size.height)
      for target in Self.targets { #expect(isSame(data, target), "\(target as Any)") }
    }

    @Test(arguments: SampleJPEG.common) func `what is cut off has the answer that libjpeg gives`(_ sample: SampleJPEG) {
      let data = sample.file(width: 96, height: 80)
      for length in stride(from: data.count - 1, to: 2, by: -max(1, data.count / 60)) {
        #expect(isSame(data.prefix(length), nil), "\(length)")
      }
    }

    @Test(arguments: SampleJPEG.common) func `damage has the answer that libjpeg gives`(_ sample: SampleJPEG) {
      var noise = Noise(seed: 5)
      let data = sample.file(width: 72, height: 56)
      for number in 0..<Self.count {
        var bytes = Array(data)
        for _ in 0...Int(noise.next() >> 62) {
          bytes[Int(noise.next() >> 33) % bytes.count] = UInt8(truncatingIfNeeded: noise.next() >> 40)
        }
        let target = Self.targets[number % Self.targets.count]
        #expect(isSame(Data(bytes), target), "\(number)")
      }
    }

    @Test func `a file that is damaged amid its scans is read anew by libjpeg, which shows what it can`() throws {
      let data = SampleJPEG("4:2:0").file(width: 320, height: 240)
      var bytes = Array(data)
      for index in bytes.count / 2..<bytes.count / 2 + 6 { bytes[index] = 0x55 }
      let damaged = Data(bytes)
      let whole = try decode(data, nil, readsCodes: true).get()
      let shown = try decode(damaged, nil, readsCodes: true).get()
      #expect(shown.bytes != whole.bytes)
      #expect(isSame(damaged, nil))
    }
  }
#endif
