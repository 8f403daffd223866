import Testing

@testable import Alula

@Suite struct URIReferenceTests {
  /// RFC 3986 sections 5.4.1 and 5.4.2, whole.
  static let rfcExamples: [(String, String)] = [
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
    (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
    ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
    ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
    ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
    ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."),
    ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
    ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
    ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
  ]

  @Test(arguments: rfcExamples)
  func `a reference resolves as RFC 3986 section 5.4 says`(reference: String, expected: String) {
    let base = URIReference("http://a/b/c/d;p?q")
    #expect(URIReference(reference).resolved(against: base).text == expected)
  }

  /// To a `Character` the mark and the accent are one letter; to the server and to every other parser they are two.
  @Test func `a mark with an accent after it is still a mark`() {
    let reference = URIReference("http://good.example/\u{301}@other.example/?\u{301}token#\u{20E3}part")
    #expect(reference.authority == "good.example")
    #expect(reference.path == "/\u{301}@other.example/")
    #expect(reference.query == "\u{301}token")
    #expect(reference.fragment == "\u{20E3}part")
  }

  /// Minutes when each ".." copies the path before it.
  @Test func `a path of two hundred thousand parts loses its dots`() {
    let count = 100_000
    let path = "/" + String(repeating: "a/", count: count) + String(repeating: "../", count: count)
    #expect(URIReference.removingDotSegments(path) == "/")
  }
}
