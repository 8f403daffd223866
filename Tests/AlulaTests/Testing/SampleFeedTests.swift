import Alula
import AlulaTesting
import Foundation
import Testing

@Suite struct SampleFeedTests {
  private struct Page: Decodable {
    struct Label: Decodable { let label: String }
    struct Entry: Decodable {
      let name: Label
      let artist: Label
      let image: [Label]?

      enum CodingKeys: String, CodingKey {
        case name = "im:name"
        case artist = "im:artist"
        case image = "im:image"
      }
    }
    struct Feed: Decodable { let entry: [Entry] }

    let feed: Feed
  }

  @Test func `the JSON says what the entries say`() throws {
    let feed = SampleFeed(entries: 60, baseURL: "http://127.0.0.1:1")
    let page = try JSONDecoder().decode(Page.self, from: Data(feed.json))
    #expect(page.feed.entry.map(\.name.label) == feed.entries.map(\.name))
    #expect(page.feed.entry.map(\.artist.label) == feed.entries.map(\.artist))
    #expect(page.feed.entry.map { $0.image?.map(\.label) ?? [] } == feed.entries.map { $0.images.map(\.url) })
  }

  @Test func `the same arguments give the same feed and 36 rows hold every trap`() {
    let feed = SampleFeed(entries: 36, baseURL: "b")
    #expect(feed == SampleFeed(entries: 36, baseURL: "b"))
    #expect(feed.json == SampleFeed.json(entries: 36, baseURL: "b"))
    #expect(Set(feed.entries.compactMap(\.trap)) == Set(SampleFeedEntry.Trap.allCases))
    #expect(feed != SampleFeed(entries: 36, baseURL: "b", seed: 2))
    #expect(SampleFeed(entries: 0, baseURL: "b").entries.isEmpty)
  }

  @Test func `the server answers each row as its trap says`() throws {
    let server = try LoopbackServer()
    let feed = SampleFeed(entries: 40, baseURL: server.baseURL)
    feed.serve(on: server, slowDelay: .milliseconds(1))
    let client = try RawClient(port: server.port)
    #expect(try client.fetch(SampleFeed.path).body == feed.json)
    for entry in feed.entries {
      guard let url = entry.imageURL else {
        #expect(entry.trap == .missingImage || entry.trap == .emptyURL)
        continue
      }
      try check(entry, String(url.dropFirst(server.baseURL.count)), RawClient(port: server.port))
    }
  }

  private func check(_ entry: SampleFeedEntry, _ target: String, _ client: RawClient) throws {
    let answer = try client.fetch(target)
    let side = entry.imageSize.width
    let picture = SampleImages.png(width: side, height: side, filledWith: entry.color)
    switch entry.trap {
    case .notFound:
      #expect(answer.status == 404)
    case .htmlAsJPEG:
      #expect(answer.body == SampleImages.htmlErrorPage)
    case .cutBody:
      #expect(answer.body == Array(picture.prefix(picture.count / 2)))
    case .redirect:
      #expect(answer.status == 302)
      #expect(try client.fetch(#require(answer["Location"])).body == picture)
    default:
      #expect(answer.body == picture)
      #expect(answer["Content-Type"] == (entry.trap == .wrongContentType ? "image/jpeg" : "image/png"))
    }
  }
}
