import Testing

@testable import AlulaCLI

@Suite struct LineSplitterTests {
  @Test(arguments: 1...7)
  func `lines are the same however the bytes are cut`(size: Int) {
    let bytes = Array("\u{FEFF}a\r\n\n  달 \nlast".utf8)
    var splitter = LineSplitter()
    var lines: [String] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      lines += splitter.add(bytes[start..<min(start + size, bytes.count)])
    }
    #expect(lines == ["a", "", "달"])
    #expect(splitter.finish() == "last")
    #expect(splitter.finish() == nil)
  }
}
