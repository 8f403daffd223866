import Testing

@testable import AlulaCLI

@Suite struct PictureAddressTests {
  @Test(arguments: [
    ("http://u:p@h/a?b#c", "http://h/a"), ("ftp://u:p@h/a?b", "ftp://h/a"), ("data:text/plain,secret", "data:"),
    ("a/b?c.png", "a/b?c.png"), ("file:///a%20b", "file:///a b"), ("a\u{1B}[2J\nb.png", "a?[2J?b.png"),
    ("http://bad host/x?y", "http://bad host/x"), ("http:u:p@h/x?y", "http:h/x"), ("https:/u:p@h@i/x#y", "https:/i/x"),
    ("u:p@127.0.0.1/x?y", "127.0.0.1/x"), ("//u:p@h/x?y", "h/x"), ("u:p?q@h/x", ""), ("h.org:80/x?y", "h.org:80/x"),
    ("http://u:p#q@h/x", "http:"), ("http://u:p?q@h/x?y", "http:"), ("dir/a@2x.png?b", "dir/a@2x.png?b"),
  ])
  func `a label holds no secrets and moves no cursor`(text: String, label: String) {
    #expect(PictureAddress(text).label == label)
  }

  @Test(arguments: [
    ("http://h/a", true), ("HTTPS:x", true), (" http://h", true), ("data:,x", true), ("ftp://h/a", true),
    ("a.png", false),
    ("c:a.png", false), ("dir/http://x", false), ("", false), ("-", false),
  ])
  func `a URL has a known scheme, or any scheme and two slashes`(text: String, isURL: Bool) {
    #expect(PictureAddress.isURL(text) == isURL)
  }
}
