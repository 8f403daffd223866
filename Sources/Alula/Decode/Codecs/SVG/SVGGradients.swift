#if os(Linux) && SVG
  import Foundation

  /// The gradients of a document: those with most stops, and the longest chain of those that continue others.
  struct SVGGradients {
    private(set) var mostStops = 0
    private var stops = 0
    private var links: [String: String] = [:]
    private var lengths: [String: Int] = [:]

    mutating func add(_ element: SVGElement) {
      guard element.name != "stop" else {
        stops += 1
        mostStops = max(mostStops, stops)
        return
      }
      stops = 0
      if let href = element.href, let mark = href.lastIndex(of: "#") {
        links[element.id] = String(href[href.index(after: mark)...])
      }
    }

    /// How many gradients librsvg looks at for one, at most.
    mutating func longestChain() -> Int {
      var longest = 1
      for start in links.keys {
        var (chain, name): ([String], String?) = ([], start)
        while let next = name, lengths[next] == nil, links[next] != nil {
          // Those of a circle are marked, so that it ends.
          lengths[next] = 1
          chain.append(next)
          name = links[next]
        }
        var length = name.flatMap { lengths[$0] } ?? 1
        for name in chain.reversed() {
          length += 1
          lengths[name] = length
        }
        longest = max(longest, length)
      }
      return longest
    }
  }
#endif
