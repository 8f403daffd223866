#if SVG
  import Foundation
  import Testing

  @testable import Alula

  /// What librsvg would take minutes or gigabytes for, or end the process at, is refused before it sees it.
  @Suite struct SVGCostTests {
    private static func svg(_ content: String) -> Data {
      Data(
        """
        <svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='64' height='64'>\(content)</svg>
        """.utf8)
    }

    private func fault(_ content: String, _ options: DecodeOptions = DecodeOptions()) -> LoadError.Code? {
      code { () throws(LoadError) in try DefaultImageDecoder().decode(Self.svg(content), options: options) }
    }

    private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

    private static func url(_ data: Data, _ type: String) -> String {
      "data:\(type);base64,\(data.base64EncodedString())"
    }

    @Test(arguments: [
      "<text font-size='1e9'>A</text>", "<text font-size='1E7PX'>A</text>", "<text font-size='1000000mm'>A</text>",
      "<text style='font-size:1e9'>A</text>", "<text style='fill:red;font: bold 1e8px serif'>A</text>",
      "<style>text{font-size:1e9px}</style><text>A</text>",
      "<text>A</text><style>.b, .a &gt; text{font-size:1e9px}</style>",
      "<style>@media screen{text{font-size:1e9px}}</style><text>A</text>",
      "<style>te\\78t{f\\6fnt-size:1e9px}</style><text>A</text>",
      "<style>text{a:'}';font-size:1e9px}</style><text>A</text>", "<text font-size='1&#101;9'>A</text>",
      times(20, "<g font-size='10em'>") + "<text>A</text>" + times(20, "</g>"),
      times(150, "<g font-size='larger'>") + "<text>A</text>" + times(150, "</g>"),
    ])
    func `a font too large to be drawn is refused wherever its size stands`(_ content: String) {
      #expect(fault(content) == .tooManyPixels)
    }

    @Test func `an entity and a default of the document type say numbers, too`() {
      let root = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
      for text in [
        "<!DOCTYPE svg [<!ENTITY n '1e9'>]>\(root)<text font-size='&n;'>A</text></svg>",
        "<!DOCTYPE svg [<!ENTITY n '<text font-size=\"1e9\">A</text>'>]>\(root)&n;&n;</svg>",
        "<!DOCTYPE svg [<!ATTLIST text font-size CDATA '1e9'>]>\(root)<text>A</text></svg>",
      ] {
        let found = code { () throws(LoadError) in try DefaultImageDecoder().decode(Data(text.utf8), target: nil) }
        #expect(found == .tooManyPixels)
      }
    }

    @Test func `fonts that grow along references are refused`() {
      let parts = (0..<12).map { "<g id='a\($0)' font-size='1000%'><use href='#a\($0 + 1)'/></g>" }.joined()
      #expect(fault("<defs>\(parts)<text id='a12'>A</text></defs><use href='#a0'/>") == .tooManyPixels)
    }

    @Test func `letters that transforms make huge are refused`() {
      #expect(fault("<g transform='scale(1e9)'><text>A</text></g>") == .tooManyPixels)
      #expect(
        fault("<g transform='scale(1e3)'><g transform='matrix(1e4 0 0 1e4 0 0)'><text>A</text></g></g>")
          == .tooManyPixels)
      #expect(fault("<g transform='scale(0.001)'><text y='9' transform='scale(1000)'>A</text></g>") == nil)
    }

    @Test(arguments: [(20, nil), (21, LoadError.Code.tooManyPixels), (40, .tooManyPixels), (400, .tooManyPixels)])
    func `a convolution has as many numbers as librsvg reads`(_ order: Int, _ expected: LoadError.Code?) {
      let matrix = Self.times(order * order, "1 ")
      let filter = "<filter id='f'><feConvolveMatrix order='\(order)' kernelMatrix='\(matrix)'/></filter>"
      #expect(fault(filter + "<rect width='4' height='4' filter='url(#f)'/>") == expected)
    }

    @Test func `a turbulence counts its octaves, each time that it is drawn`() {
      let filter = { (octaves: String) in
        "<filter id='f'><feTurbulence baseFrequency='0.1' numOctaves='\(octaves)'/></filter>"
      }
      let rect = "<rect width='9' height='9' filter='url(#f)'/>"
      #expect(fault(filter("3") + rect) == nil)
      #expect(fault(filter("100000000") + rect) == .tooManyPixels)
      #expect(fault(filter("100") + Self.times(1000, rect)) == .tooManyPixels)
    }

    @Test(arguments: [
      ("<path marker-mid='url(#m)' d='M0 0", "'/>"), ("<g marker-mid='url(#m)'><path d='M0 0", "'/></g>"),
      ("<path style='marker:url(#m)' d='M0 0", "'/>"),
      ("<style>.a{marker-mid:url(#m)}</style><path class='a' d='M0 0", "'/>"),
    ])
    func `markers at many points are refused`(_ start: String, _ end: String) {
      let marker = "<marker id='m' markerWidth='3' markerHeight='3'><path d='M0 0L1 1'/></marker>"
      #expect(fault(marker + start + Self.times(90_000, "L1 1 ") + end) == .tooManyPixels)
      #expect(fault(marker + start + Self.times(9, "L1 1 ") + end) == nil)
    }

    @Test func `stops of gradients are counted for all that may be filled with them`() {
      let gradient = { (count: Int) in
        "<linearGradient id='g'>\(Self.times(count, "<stop offset='.5'/>"))</linearGradient>"
      }
      let rect = "<rect width='1' height='1' fill='url(#g)'/>"
      #expect(fault(gradient(50) + rect) == nil)
      #expect(fault(gradient(6_000) + rect) == .tooManyPixels)
      #expect(fault(gradient(3_000) + Self.times(7_000, rect)) == .tooManyPixels)
    }

    @Test func `style rules are counted for all elements`() {
      let sheet = { (count: Int) in "<style>\((0..<count).map { ".c\($0) g rect{fill:red}" }.joined())</style>" }
      let rects = { (count: Int) in Self.times(count, "<rect class='a' width='1' height='1'/>") }
      #expect(fault(sheet(50) + rects(200)) == nil)
      #expect(fault(sheet(2_000) + rects(10_000)) == .tooManyPixels)
      #expect(fault("<style>" + Self.times(50, "a ~ rect{fill:red}") + "</style>" + rects(3_000)) == .tooManyPixels)
    }

    @Test func `an image within counts as memory by its header`() {
      var options = DecodeOptions()
      options.budget.maximumMemory = .megabytes(16)
      let image = { (side: Int) in
        let png = PNGBuilder(width: side, height: side).file(rows: [[255, 0, 0]])
        return "<image width='9' height='9' xlink:href='\(Self.url(png, "image/png"))'/>"
      }
      #expect(fault(image(1), options) == nil)
      #expect(fault(image(3_000), options) == .tooManyPixels)
      #expect(
        fault(
          "<filter id='f'><feImage href='\(Self.url(PNGBuilder(width: 9_000, height: 9_000).file(rows: []), "image/png"))'/></filter>"
        ) == .tooManyPixels)
      #expect(fault("<image href='data:image/x-xpixmap,'/>") == .decoding)
      #expect(fault("<image href='data:image/png,'/>") == nil)
    }

    @Test func `documents, style sheets and includes within data URLs are bounded, too`() {
      let inner = Self.svg("<text font-size='1e9'>A</text>")
      let image = "<image width='9' height='9' href='\(Self.url(inner, "image/svg+xml"))'/>"
      #expect(fault(image) == .tooManyPixels)
      #expect(
        fault("<image width='9' height='9' href='\(Self.url(Self.svg(image), "image/svg+xml"))'/>") == .tooManyPixels)
      #expect(fault("<image width='9' height='9' href='\(Self.url(Self.svg("<g/>"), "image/svg+xml"))'/>") == nil)
      let include = "xmlns:x='http://www.w3.org/2001/XInclude' href='\(Self.url(inner, "image/svg+xml"))'"
      #expect(fault("<x:include \(include)/>") == .decoding)
      #expect(fault("<style>@im\\70ort url('data:text/css,text{font-size:1e9px}');</style><text>A</text>") == .decoding)
      #expect(fault("<style>@import url('https://example.com/font.css');</style><text y='9'>A</text>") == nil)
    }

    @Test func `a long text is refused`() {
      #expect(fault("<text>\(Self.times(500_000, "a"))</text>") == .tooManyPixels)
      #expect(fault("<text>\(Self.times(40_000, "<tspan>a</tspan>"))</text>") == .tooManyPixels)
      #expect(fault("<text>\(Self.times(500, "a"))</text>") == nil)
    }

    @Test(arguments: [
      "<path d='M0 10H1e8' stroke='red' stroke-dasharray='0.01 0.01'/>",
      "<path d='M0 10h99999999' stroke='red' style='stroke-dasharray:.01mm'/>",
      "<g stroke='red' stroke-dasharray='0.0001'><circle r='9000'/></g>",
      "<style>line{stroke-dasharray:0.01}</style><line x2='1e8' stroke='red'/>",
    ])
    func `countless dashes are refused`(_ content: String) {
      #expect(fault(content) == .tooManyPixels)
      #expect(fault("<path d='M0 10 C 9 9 200 1e3 7 7 a5 5 0 01 9 9z' stroke='red' stroke-dasharray='2 1'/>") == nil)
    }

    @Test func `an element that draws itself is refused, one that links to itself is not`() {
      #expect(fault("<g id='x'><use href='#x'/></g>") == .decoding)
      #expect(fault("<g id='x'><a href='#x'><rect width='1' height='1'/></a></g>") == nil)
      #expect(fault("<linearGradient id='g' href='#g'/><rect width='1' height='1' fill='url(#g)'/>") == nil)
    }

    @Test(arguments: [
      ("<a/>", 2, 0), ("<a><b/></a>", 3, 0), ("<g id='x'><b/></g><use href='#x'/>", 4, 2),
      ("<p fill='url(#x)'/><linearGradient id='x'><stop/></linearGradient>", 3, 0),
      ("<!-- <g id='x'> --><b/>", 2, 0), ("<style><![CDATA[ <g><g> ]]></style>", 2, 0),
      ("<g id='x'><g id='y'><b/></g></g><use href='#y'/>", 4, 2),
    ])
    func `a scan follows references and sees elements alone`(_ content: String, _ depth: Int, _ referred: Int) throws {
      let scan = SVGScan(SVGStyle())
      try Self.svg(content).withBytes { bytes throws(LoadError) in try SVGWalk.walk(bytes, scan) }
      let total = scan.total()
      #expect(Int(total.depth) == depth)
      #expect(Int(total.elements) - scan.elements == referred)
    }

    @Test func `an element is counted in one part, however deep it stands`() throws {
      let scan = SVGScan(SVGStyle())
      let nest =
        (0..<100).map { "<g id='a\($0)'>" }.joined() + Self.times(1_000, "<a b='#f'/>") + Self.times(100, "</g>")
      try Self.svg(nest).withBytes { bytes throws(LoadError) in try SVGWalk.walk(bytes, scan) }
      #expect(scan.total().elements == 1_101)
      #expect(scan.parts.references == 0)
    }
  }
#endif
