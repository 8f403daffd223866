import Alula
import AlulaURLRequest
import Foundation
import HTTPCaching
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct URLRequestTests {
  @Test func `a URLRequest gives its URL, method, fields and body`() throws {
    var source = URLRequest(url: try #require(URL(string: "https://example.org/a.png")))
    source.httpMethod = "POST"
    source.setValue("one", forHTTPHeaderField: "X-Sample")
    source.httpBody = Data([1, 2, 3])
    let request = ImageRequest(source, target: .pixels(10, 20))
    #expect(request.method == "POST")
    #expect(request.headers["X-Sample"] == "one")
    #expect(request.body == [1, 2, 3])
    #expect(request.target == .pixels(10, 20))
  }

  @Test func `a URLRequest without a URL fails to load with invalidURL`() async throws {
    var source = URLRequest(url: try #require(URL(string: "https://example.org/a.png")))
    source.url = nil
    let pipeline = ImagePipeline(configuration: .ephemeral())
    do {
      _ = try await pipeline.image(for: ImageRequest(source))
      Issue.record("It loaded.")
    } catch { #expect((error as? LoadError)?.code == .invalidURL) }
  }
}
