import Testing

@testable import HTTPCaching

@Suite struct StoredResponseTests {
  @Test func `bytes that are no encoding of a stored response are none`() {
    #expect(StoredResponse(encoded: []) == nil)
  }
}
