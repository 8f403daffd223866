#if SVG
  import Foundation
  import Testing

  @testable import Alula

  @Suite struct SVGDrawingTests {
    private static func svg(_ attributes: String, _ content: String = "") -> Data {
      Data("<svg xmlns='http://www.w3.org/2000/svg' \(attributes)>\(content)</svg>".utf8)
    }

    private func draw(_ data: Data, _ target: TargetSize? = nil) throws -> Bitmap {
      try DefaultImageDecoder().decode(data, target: target)
    }

    private func fault(_ data: Data, _ options: DecodeOptions = DecodeOptions()) -> LoadError.Code? {
      code { () throws(LoadError) in try DefaultImageDecoder().decode(data, options: options) }
    }

    /// CSS Images 3 section 5.1, for what has no size of its own.
    @Test(arguments: [
      ("width='40' height='30'", 40, 30), ("width='40' height='30' viewBox='0 0 1 1'", 40, 30),
      ("width='1in' height='25.4mm'", 96, 96), ("viewBox='0 0 20 10'", 20, 10), ("", 300, 150),
      ("width='100%' height='100%' viewBox='0 0 7 9'", 7, 9), ("width='40' viewBox='0 0 20 10'", 40, 20),
      ("height='40' viewBox='0 0 20 10'", 80, 40), ("width='2.6' height='1.2'", 3, 1),
    ])
    func `a document is as large as CSS says`(_ attributes: String, _ width: Int, _ height: Int) throws {
      let data = Self.svg(attributes)
      #expect(try ImageHeader.read(data).size == PixelSize(width: width, height: height))
      #expect(try draw(data).size == PixelSize(width: width, height: height))
    }

    private static let halves = svg("width='4' height='2'", "<rect width='2' height='2' fill='#f00'/>")

    @Test func `a drawing fills its target, sharp at any size`() throws {
      for (target, size) in [(TargetSize.pixels(400, 400), (400, 200)), (.pixels(2, 2), (2, 1))] {
        let bitmap = try draw(Self.halves, target)
        #expect(bitmap.size == PixelSize(width: size.0, height: size.1))
        let middle = size.0 / 2
        for y in 0..<size.1 {
          #expect(bitmap.pixel(middle - 1, y) == [255, 0, 0, 255])
          #expect(bitmap.pixel(middle, y) == [0, 0, 0, 0])
        }
      }
    }

    @Test func `a filled target shows the middle of the drawing`() throws {
      let bitmap = try draw(Self.halves, .pixels(50, 50, mode: .fill))
      #expect(bitmap.size == PixelSize(width: 50, height: 50))
      #expect(bitmap.pixel(24, 25) == [255, 0, 0, 255])
      #expect(bitmap.pixel(25, 25) == [0, 0, 0, 0])
    }

    @Test func `sides that do not constrain leave the drawing its size`() throws {
      let size = PixelSize(width: 4, height: 2)
      #expect(try draw(Self.halves, .pixels(.infinity, .infinity)).size == size)
      #expect(try draw(Self.halves, .pixels(1e9, 1e9)).size == size)
      #expect(try draw(Self.halves, .pixels(1e9, 8)).size == PixelSize(width: 16, height: 8))
      #expect(fault(Self.halves, DecodeOptions(target: .pixels(0, 3))) == .invalidTargetSize)
    }

    @Test func `pixels are premultiplied RGBA`() throws {
      let data = Self.svg("width='1' height='1'", "<rect width='1' height='1' fill='#00f' fill-opacity='0.4'/>")
      #expect(try draw(data).pixel(0, 0) == [0, 0, 102, 102])
      #expect(try DefaultImageDecoder().decodeStraight(data, options: DecodeOptions()).pixel(0, 0) == [0, 0, 255, 102])
    }

    @Test func `nothing outside the document is read, a data URL is part of it`() throws {
      var png = PNGBuilder(width: 1, height: 1).file(rows: [[255, 0, 0]])
      let path = FileManager.default.temporaryDirectory.appending(path: "alula-\(UUID()).png")
      try png.write(to: path)
      defer { try? FileManager.default.removeItem(at: path) }
      let image = { (address: String) in
        Self.svg(
          "width='1' height='1' xmlns:xlink='http://www.w3.org/1999/xlink'", "<image width='1' height='1' \(address)/>")
      }
      for address in ["file://\(path.path)", path.path, path.lastPathComponent] {
        for attribute in ["href", "xlink:href"] {
          #expect(try draw(image("\(attribute)='\(address)'")).pixel(0, 0) == [0, 0, 0, 0])
        }
      }
      png = Data("data:image/png;base64,\(png.base64EncodedString())".utf8)
      #expect(try draw(image("href='\(String(decoding: png, as: UTF8.self))'")).pixel(0, 0) == [255, 0, 0, 255])
    }

    @Test func `entities, includes and style sheets from outside are not read`() throws {
      let path = FileManager.default.temporaryDirectory.appending(path: "alula-\(UUID()).svg")
      try Data("<rect xmlns='http://www.w3.org/2000/svg' width='9' height='9' fill='red'/>".utf8).write(to: path)
      defer { try? FileManager.default.removeItem(at: path) }
      let entity =
        Data("<!DOCTYPE svg [<!ENTITY x SYSTEM 'file://\(path.path)'>]>".utf8) + Self.svg("width='1' height='1'", "&x;")
      let include = Self.svg(
        "width='1' height='1' xmlns:xi='http://www.w3.org/2001/XInclude'", "<xi:include href='file://\(path.path)'/>")
      let use = Self.svg("width='1' height='1'", "<use href='file://\(path.path)#x'/>")
      for data in [entity, include, use] {
        if let bitmap = try? draw(data) { #expect(bitmap.pixel(0, 0) == [0, 0, 0, 0]) }
      }
    }

    @Test func `a cut document is an error`() {
      let data = Self.halves
      for count in stride(from: 20, to: data.count, by: 5) { #expect(fault(data.prefix(count)) != nil) }
    }

    @Test func `absurd sizes are refused before memory is taken`() {
      #expect(fault(Self.svg("width='60000' height='60000'")) == .tooManyPixels)
      #expect(fault(Self.svg("width='1e30' height='1'")) == .tooManyPixels)
      #expect(fault(Self.svg("width='100000' height='1'")) == .tooManyPixels)
      var options = DecodeOptions(target: .pixels(4000, 4000))
      options.budget.maximumMemory = .megabytes(16)
      #expect(fault(Self.halves, options) == .tooManyPixels)
    }

    @Test func `a reference within a reference a thousand million times is refused`() {
      let parts = (0..<30).map { "<g id='a\($0)'><use href='#a\($0 + 1)'/><use href='#a\($0 + 1)'/></g>" }.joined()
      let bomb = Self.svg(
        "width='9' height='9'", "<defs>\(parts)<rect id='a30' width='1' height='1'/></defs><use href='#a0'/>")
      #expect(fault(bomb) == .tooManyPixels)
    }

    @Test func `layers and steps of filters count as memory`() throws {
      let depth = 100
      let layers = String(repeating: "<g opacity='0.5'>", count: depth) + String(repeating: "</g>", count: depth)
      let steps = "<filter id='f'>" + String(repeating: "<feOffset dx='1'/>", count: depth) + "</filter>"
      var options = DecodeOptions(target: .pixels(100, 100))
      options.budget.maximumMemory = .megabytes(2)
      for content in [layers, steps] {
        #expect(fault(Self.svg("width='9' height='9'", content), options) == .tooManyPixels)
      }
      let flat = String(repeating: "<g></g>", count: depth)
      #expect(fault(Self.svg("width='9' height='9'", flat), options) == nil)
    }
  }
#endif
