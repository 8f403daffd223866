#if os(Linux) && SVG
  import CImageCodecs
  import Foundation

  /// What wants to know a document's elements, in their order.
  protocol SVGVisitor: AnyObject {
    /// Answers whether the walk goes on.
    func begin(_ element: SVGElement) -> Bool
    func end()
    func text(_ bytes: UnsafeBufferPointer<UInt8>)
    func instruction(_ text: String)
  }

  /// A walk over a document as librsvg's own XML parser sees it.
  final class SVGWalk {
    private let visitor: any SVGVisitor
    private var element = SVGElement(name: "")

    private init(_ visitor: any SVGVisitor) { self.visitor = visitor }

    static func walk(_ bytes: UnsafeRawBufferPointer, _ visitor: any SVGVisitor) throws(LoadError) {
      let walk = SVGWalk(visitor)
      let isRead = withExtendedLifetime(walk) {
        var functions = Self.functions
        functions.context = Unmanaged.passUnretained(walk).toOpaque()
        return alula_svg_walk(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, &functions) != 0
      }
      guard isRead else {
        throw ContainerHeader.damaged(.svg, "no well-formed XML, or entities that grow beyond measure.")
      }
    }

    private static var functions: alula_svg_visitor {
      alula_svg_visitor(
        context: nil,
        begin: { SVGWalk.of($0)?.element = SVGElement(name: $1.map { String(cString: $0) } ?? "") },
        attribute: { context, name, value, size in
          guard let name, let walk = SVGWalk.of(context) else { return }
          let value = String(decoding: UnsafeBufferPointer(start: value, count: size), as: UTF8.self)
          walk.element.add(String(cString: name), value)
        },
        begun: { context in SVGWalk.of(context).map { $0.visitor.begin($0.element) ? 1 : 0 } ?? 0 },
        end: { SVGWalk.of($0)?.visitor.end() },
        text: { SVGWalk.of($0)?.visitor.text(UnsafeBufferPointer(start: $1, count: $2)) },
        instruction: { context, text, size in
          let text = String(decoding: UnsafeBufferPointer(start: text, count: size), as: UTF8.self)
          SVGWalk.of(context)?.visitor.instruction(text)
        })
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> SVGWalk? {
      context.map { Unmanaged<SVGWalk>.fromOpaque($0).takeUnretainedValue() }
    }
  }
#endif
