#if os(Linux) && AVIF
  import CSampleAVIF
  import Foundation
  import Testing

  @testable import Alula

  @Suite struct AVIFLimitsTests {
    private let decoder = DefaultImageDecoder()

    @Test(arguments: [SampleAVIF("still", sampling: 420), SampleAVIF("alpha") { $0.kind.has_alpha = 1 }])
    func `a file that ends too soon is an error, wherever it ends`(_ sample: SampleAVIF) throws {
      let data = try sample.file()
      for count in stride(from: 0, to: data.count, by: max(1, data.count / 60)) {
        #expect(throws: LoadError.self) { try decoder.decode(Data(data.prefix(count))) }
      }
      #expect(code { () throws(LoadError) in try decoder.decode(Data(data.dropLast())) } == .truncated)
      #expect(code { () throws(LoadError) in try decoder.decode(Data(data.prefix(data.count / 2))) } == .truncated)
    }

    @Test(arguments: SampleAVIF.kinds) func `damaged files are pictures or errors`(_ sample: SampleAVIF) throws {
      let data = try sample.file()
      var options = DecodeOptions(target: .pixels(20, 20))
      options.budget = DecodeBudget(maximumPixels: 1 << 20, maximumMemory: .megabytes(16))
      var generator = Noise(seed: 5)
      for _ in 0..<60 {
        var bytes = Array(data)
        for _ in 0..<1 + generator.next() % 4 {
          bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: generator.next() >> 16)
        }
        _ = try? ImageHeader.read(Data(bytes))
        _ = try? decoder.decode(Data(bytes), options: options)
      }
    }

    @Test func `more pixels or memory than the budget are refused by the header, the cut off ones included`() throws {
      let data = try SampleAVIF("cropped") { sample in
        sample.kind.is_cropped = 1
        sample.kind.aperture = (10, 1, 10, 1, 0, 1, 0, 1)
      }.file()
      var options = DecodeOptions()
      options.budget.maximumPixels = 96 * 64
      #expect(try decoder.decode(data, options: options).width == 10)
      options.budget.maximumPixels -= 1
      #expect(code { () throws(LoadError) in try decoder.decode(data, options: options) } == .tooManyPixels)
      options.budget = DecodeBudget(maximumMemory: .bytes(96 * 64 * 3))
      #expect(code { () throws(LoadError) in try decoder.decode(data, options: options) } == .tooManyPixels)
    }

    @Test func `a decode in a cancelled task stops`() async throws {
      let job = DecodeJob(data: try SampleAVIF("still").file(), options: DecodeOptions())
      let found = await withTaskGroup(of: LoadError.Code?.self) { group in
        group.cancelAll()
        group.addTask { code { () throws(LoadError) in try AVIFDecoder.decode(job) } }
        return await group.next() ?? nil
      }
      #expect(found == .cancelled)
    }
  }
#endif
