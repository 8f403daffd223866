import Alula
import Testing

@Suite struct ByteCountTests {
  @Test func `a count saturates instead of overflowing`() {
    #expect(ByteCount.megabytes(.max) == .max)
    #expect(ByteCount.max + .bytes(1) == .max)
    #expect(ByteCount.megabytes(-1) == .zero)
  }
}
