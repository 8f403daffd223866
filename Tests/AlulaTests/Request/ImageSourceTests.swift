import Foundation
import Testing

@testable import Alula

@Suite struct ImageSourceTests {
  @Test(arguments: [
    ("http://h/a b.jpg", "http://h/a%20b.jpg"),
    ("http://h/a%20b.jpg", "http://h/a%20b.jpg"),
    ("http://h/a b%20c.jpg", "http://h/a%20b%20c.jpg"),
    ("http://h/é.jpg", "http://h/%C3%A9.jpg"),
    ("http://h/صورة.png", "http://h/%D8%B5%D9%88%D8%B1%D8%A9.png"),
    ("http://h/图.png ", "http://h/%E5%9B%BE.png"),
    ("\n\t http://h/a.jpg \r\n", "http://h/a.jpg"),
    ("http://h/100%.jpg", "http://h/100%25.jpg"),
    ("http://h/%zz", "http://h/%25zz"),
    ("http://h/[x]|\"<>^`{}\\", "http://h/%5Bx%5D%7C%22%3C%3E%5E%60%7B%7D%5C"),
    ("http://h?q=a b&r=é", "http://h/?q=a%20b&r=%C3%A9"),
    ("http://h/a?x=1#fragment", "http://h/a?x=1"),
    ("HTTP://EXAMPLE.org:80/A", "http://example.org/A"),
    ("https://h:443", "https://h/"),
    ("https://h:8443/", "https://h:8443/"),
    ("http://[::1]:8080/x", "http://[::1]:8080/x"),
    ("http://bücher.example/", "http://xn--bcher-kva.example/"),
    ("http://user:pass@h/x", "http://user:pass@h/x"),
    ("http://h/57373197@300-1720981878.jpg", "http://h/57373197@300-1720981878.jpg"),
    ("http://h/a/../b/./c.jpg", "http://h/b/c.jpg"),
    ("http://h/../a.jpg", "http://h/a.jpg"),
    ("http://h/a%2Fb%00%2E%2E", "http://h/a%2Fb%00%2E%2E"),
  ])
  func `a text becomes a URL encoded once`(text: String, expected: String) throws {
    guard case .web(let address) = try ImageSource(text: text) else {
      Issue.record("\(text) is no web address")
      return
    }
    #expect(address.text == expected)
    #expect(try ImageSource(text: address.text) == .web(address), "the rule is idempotent")
  }

  @Test(arguments: [
    "", "   ", "cat.jpg", "//h/cat.jpg", "/cat.jpg", "http://", "http:///a", "http:a", "ftp://h/a",
    "javascript:alert(1)",
    "http://h:0/", "http://h:99999/", "http://h:80a/", "http://h a/", "http://[::1/", "http://[]/",
    "http://h/a\r\nX: y",
    "http://h/\u{0}", "file://server/share/a.png", "file:relative.png", "file:///a%00b", "://", "http://exa<mple/",
  ])
  func `a hopeless text is an error at the call`(text: String) {
    #expect { try ImageRequest(text) } throws: { ($0 as? LoadError)?.code == .invalidURL }
  }

  @Test func `a URL that cannot be loaded throws when it is loaded`() throws {
    let request = ImageRequest(url: try #require(URL(string: "ftp://h/a.jpg")))
    #expect { try request.byteKey() } throws: { ($0 as? LoadError)?.code == .invalidURL }
  }

  @Test func `schemes are case-insensitive`() throws {
    #expect(try ImageSource(text: "FILE:///tmp/a.png") == .file("/tmp/a.png"))
    #expect(try ImageSource(text: "Data:,x") == .dataURL(",x"))
    #expect(try ImageSource(text: "HtTpS://h/") == ImageSource(text: "https://h"))
  }

  @Test func `a file URL with encoded characters names the file with those characters`() throws {
    #expect(try ImageSource(text: "file:///tmp/a%23b%3Fc%25d%20%C3%A9.png") == .file("/tmp/a#b?c%d é.png"))
    #expect(try ImageSource(text: "file://localhost/tmp/a b.png") == .file("/tmp/a b.png"))
  }

  @Test func `an error's URL holds no query, user or fragment`() throws {
    let source = try ImageSource(text: "https://user:secret@h/p.jpg?token=secret#secret")
    #expect(source.redacted == "https://h/p.jpg")
  }
}
