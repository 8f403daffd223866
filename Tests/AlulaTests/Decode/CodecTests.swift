#if os(Linux)
  import Foundation
  import Testing

  @testable import Alula

  @Suite struct CodecTests {
    @Test func `a library that is there and cannot be used is a format that is not decoded, for a reason that is said`()
    {
      let codec = Codec(
        format: .tiff, problem: { "libLerc.so.4: cannot open shared object file" },
        readHeader: { _ throws(LoadError) in throw .cancelled }, decode: { _ throws(LoadError) in throw .cancelled })
      let error = #expect(throws: LoadError.self) { try codec.check() }
      #expect(error?.code == .unsupportedFormat(.tiff))
      #expect(
        error?.message
          == "TIFF is not decoded: its library cannot be used: libLerc.so.4: cannot open shared object file.")
    }

    @Test func `the libraries of what is offered can be used`() throws {
      for codec in Codec.all where codec.isAvailable() { try codec.check() }
    }
  }
#endif
