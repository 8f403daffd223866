import Foundation

/// What an app takes from one entry of the feed: a name and the address of the largest image.
struct FeedEntry: Decodable, Sendable {
  let name: String
  /// `nil` where the feed has none; the list shows its placeholder then, and nothing is asked.
  let imageURL: String?

  private enum CodingKeys: String, CodingKey {
    case name = "im:name"
    case images = "im:image"
  }

  private struct Label: Decodable { let label: String }

  init(from decoder: any Decoder) throws {
    let entry = try decoder.container(keyedBy: CodingKeys.self)
    name = try entry.decode(Label.self, forKey: .name).label
    let images = try entry.decodeIfPresent([Label].self, forKey: .images) ?? []
    imageURL = images.last.flatMap { $0.label.isEmpty ? nil : $0.label }
  }

  /// The entries of a feed.
  static func entries(in json: Data) throws -> [FeedEntry] {
    try JSONDecoder().decode(Document.self, from: json).feed.entry
  }

  private struct Document: Decodable {
    struct Feed: Decodable { let entry: [FeedEntry] }
    let feed: Feed
  }
}
