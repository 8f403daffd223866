import Foundation
import Testing

@testable import Alula

@Suite struct MalformedInputTests {
  /// Mutants of each sample. ALULA_MUTANTS in the environment asks for more.
  private static let count = Int(ProcessInfo.processInfo.environment["ALULA_MUTANTS"] ?? "") ?? 250

  private static func mutant(of data: Data, _ generator: inout Noise) -> Data {
    var bytes = Array(data)
    for _ in 0...Int.random(in: 0..<4, using: &generator) {
      guard !bytes.isEmpty else { break }
      // Headers matter most: half of the changes are made there.
      let reach = Bool.random(using: &generator) ? min(64, bytes.count) : bytes.count
      let place = Int.random(in: 0..<reach, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 2: bytes[place] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &generator) ?? 0
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1..<20, using: &generator)))
      case 4: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 12)], at: place)
      default: bytes.removeLast(min(bytes.count - 1, Int.random(in: 0..<bytes.count, using: &generator)))
      }
    }
    return Data(bytes)
  }

  private static func samples() throws -> [Data] {
    var interlaced = PNGBuilder(width: 9, height: 9, bitDepth: 8, colorType: 6)
    interlaced.isInterlaced = true
    let passes = [(2, 2), (1, 2), (3, 1), (2, 3), (5, 2), (4, 5), (9, 4)]
    let rows = passes.flatMap { width, height in
      [[UInt8]](repeating: .init(repeating: 99, count: width * 4), count: height)
    }
    let jpeg = try EncodedSamples.oriented(EncodedSamples.jpeg(), .jpeg, 6)
    let webp = try EncodedSamples.oriented(EncodedSamples.webp(), .webp, 8)
    return try EncodedSamples.all().map(\.1) + [
      interlaced.file(rows: rows), jpeg, webp, EncodedSamples.webp(layout: .rgb8),
    ]
  }

  @Test(arguments: 0..<8) func `damaged files give a picture or a typed error, never a crash`(_ index: Int) throws {
    var generator = Noise(seed: UInt64(index) + 1)
    let data = try Self.samples()[index]
    var options = DecodeOptions()
    options.budget = DecodeBudget(maximumPixels: 1 << 22, maximumMemory: .megabytes(32))
    for round in 0..<Self.count {
      let mutant = Self.mutant(of: data, &generator)
      options.target = [nil, .pixels(9, 9), .pixels(12, 5, mode: .fill)][round % 3]
      let header = code { () throws(LoadError) in try ImageHeader.read(mutant) }
      let picture = code { () throws(LoadError) in try DefaultImageDecoder().decode(mutant, options: options) }
      for found in [header, picture] { #expect(Self.isExpected(found)) }
    }
  }

  private static func isExpected(_ code: LoadError.Code?) -> Bool {
    switch code {
    case nil, .decoding, .truncated, .empty, .tooManyPixels, .notAnImage, .unsupportedFormat: true
    default: false
    }
  }

  @Test func `an interlaced PNG is put together from its passes`() throws {
    let bitmap = try DefaultImageDecoder().decodeStraight(Self.samples()[4], options: DecodeOptions())
    #expect(bitmap.bytes.allSatisfy { $0 == 99 })
  }

  @Test func `a cut file is an error in every format`() throws {
    for (format, data) in try EncodedSamples.all(width: 64, height: 48) where format != .gif {
      for share in stride(from: 0.05, to: 0.95, by: 0.05) {
        let cut = data.prefix(Int(Double(data.count) * share))
        #expect(code { () throws(LoadError) in try DefaultImageDecoder().decode(cut) } != nil, "\(format) \(share)")
      }
    }
  }
}
