import AlulaTesting
import Testing

@Suite struct SeededGeneratorTests {
  // The numbers that the published reference implementation gives for this seed.
  @Test func `the sequence is that of SplitMix64`() {
    var generator = SeededGenerator(seed: 1_234_567)
    let numbers = (0..<5).map { _ in generator.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
      ])
  }

  @Test func `the same seed shuffles alike and another one does not`() {
    func shuffled(_ seed: UInt64) -> [Int] {
      var generator = SeededGenerator(seed: seed)
      return Array(0..<50).shuffled(using: &generator)
    }
    #expect(shuffled(7) == shuffled(7))
    #expect(shuffled(7) != shuffled(8))
  }
}
