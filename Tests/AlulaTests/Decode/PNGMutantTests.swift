#if os(Linux)
  import AlulaTesting
  import Foundation
  import Testing

  @testable import Alula

  /// Damaged PNG files have the same answer whoever reads them. ALULA_MUTANTS in the environment asks for more.
  @Suite struct PNGMutantTests {
    private static let count = Int(ProcessInfo.processInfo.environment["ALULA_MUTANTS"] ?? "") ?? 40

    @Test(arguments: PNGBuilder.kinds.indices)
    func `a damaged file has libpng's answer`(_ index: Int) {
      var generator = SeededGenerator(seed: UInt64(index) + 77)
      var options = DecodeOptions()
      options.budget = DecodeBudget(maximumPixels: 1 << 22, maximumMemory: .megabytes(32))
      for round in 0..<Self.count {
        let data = Self.mutant(PNGBuilder.kinds[index], &generator)
        let target: TargetSize? = [nil, .pixels(9, 9), .pixels(12, 5, mode: .fill)][round % 3]
        PNGReferee.check(data, streams: nil, "round \(round)", options: options, targets: [target])
      }
    }

    /// A file whose raw rows, stream or chunks are changed. Later layers are built around the damage, so their checksums do
    /// not hide it.
    private static func mutant(
      _ kind: (colorType: Int, bitDepth: Int), _ generator: inout SeededGenerator
    ) -> Data {
      var builder = PNGBuilder(
        width: Int.random(in: 1...40, using: &generator), height: Int.random(in: 1...20, using: &generator),
        bitDepth: kind.bitDepth, colorType: kind.colorType)
      if kind.colorType == 3 { builder.before = [("PLTE", (0..<3 << kind.bitDepth).map { UInt8($0 * 37 & 255) })] }
      if Bool.random(using: &generator) { builder.before.append(("tRNS", [0, 3, 0, 1, 0, 255])) }
      if Bool.random(using: &generator) { builder.after = [("tEXt", [65, 0, 66])] }
      var raw = builder.filtered(builder.noise(&generator)) { _ in UInt8.random(in: 0...4, using: &generator) }
      let layer = Int.random(in: 0..<4, using: &generator)
      if layer == 0 { change(&raw, &generator) }
      let blocks = DeflateBlocks.allCases.randomElement(using: &generator) ?? .stored
      var stream = blocks.stream(raw)
      if layer == 1 { change(&stream, &generator) }
      let cut = Int.random(in: 0...stream.count, using: &generator)
      var file = [UInt8](builder.file(pieces: [Array(stream[..<cut]), Array(stream[cut...])]))
      if layer >= 2 { change(&file, &generator) }
      if layer == 3 { file = repaired(file) }
      return Data(file)
    }

    private static func change(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
      for _ in 0...Int.random(in: 0..<3, using: &generator) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 2: bytes[place] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &generator) ?? 0
        case 3: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1..<20, using: &generator)))
        case 4: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 12)], at: place)
        default: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
        }
      }
    }

    /// The same chunks with right checksums, as far as they can be found.
    private static func repaired(_ file: [UInt8]) -> [UInt8] {
      var (result, index) = (Array(file.prefix(8)), 8)
      while index + 12 <= file.count {
        let length = file[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
        guard length <= file.count - index - 12 else { break }
        let body = index + 8..<index + 8 + length
        let name = String(decoding: file[index + 4..<index + 8], as: UTF8.self)
        let chunk = PNGBuilder.chunk(name, Array(file[body]))
        // A name that is no text has another length; then the chunk stays as it is.
        result += chunk.count == length + 12 ? chunk : Array(file[index..<body.upperBound + 4])
        index = body.upperBound + 4
      }
      return result + file[min(index, file.count)...]
    }
  }
#endif
