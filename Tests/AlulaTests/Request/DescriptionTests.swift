import Foundation
import Testing

@testable import Alula

@Suite struct DescriptionTests {
  @Test func `nothing that prints a request or its fields shows a credential`() throws {
    var request = try ImageRequest("https://user:secret@example.org/a.jpg?token=secret", target: .pixels(3, 4))
    request.headers = ["Authorization": "Bearer secret", "cookie": "id=secret", "X-Shown": "yes"]
    var dumped = ""
    dump(request, to: &dumped)
    for text in [request.description, "\(request)", String(reflecting: request), dumped, request.headers.description] {
      #expect(!text.contains("secret"))
    }
    #expect(request.description.hasPrefix("https://example.org/a.jpg"))
    #expect(request.headers.description.contains("X-Shown: yes"))
  }

  @Test func `an error's localized description is its sentence`() {
    let error: any Error = LoadError(.status(404), "The server answered with status 404.", url: "https://h/a")
    #expect(error.localizedDescription == "The server answered with status 404. (https://h/a)")
  }

  @Test func `equal requests are equal`() throws {
    #expect(try ImageRequest("HTTP://h:80/a") == ImageRequest("http://h/a"))
    #expect(try ImageRequest("http://h/a", target: .pixels(1, 1)) != ImageRequest("http://h/a"))
  }
}
