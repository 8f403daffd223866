public import Alula

/// One row of a `SampleFeed`, and what a correct reader and loader make of it.
public struct SampleFeedEntry: Hashable, Sendable {
  /// What is special about a row. The rest of the rows are plain.
  public enum Trap: CaseIterable, Hashable, Sendable {
    /// The picture is answered with 404.
    case notFound
    /// 200 and `image/jpeg`, but the body is a web page.
    case htmlAsJPEG
    /// The announced length is whole, the body is half, then the connection ends.
    case cutBody
    /// 302 to the picture.
    case redirect
    /// The picture comes late.
    case slow
    /// The same address as the row before: one download.
    case duplicateURL
    /// No "im:image" at all: no request.
    case missingImage
    /// A Korean name, percent-encoded in the path.
    case unicodePath
    /// PNG bytes called `image/jpeg`: shown all the same.
    case wrongContentType
    /// Addresses that are empty: no request.
    case emptyURL
    /// A query with "&" and an escaped blank.
    case query
    /// 1,024 × 1,024 pixels for a small cell.
    case large
  }

  /// One "im:image" of a row.
  public struct Image: Hashable, Sendable {
    /// What the feed says the height is, in pixels.
    public let height: Int
    /// The address as it stands in the feed.
    public let url: String
  }

  /// Position in the feed, from 0.
  public let row: Int
  /// The application's number, as text.
  public let id: String
  /// The application's name.
  public let name: String
  /// Who made it.
  public let artist: String
  /// The pictures in the order of the feed: 53, 75 and 100 pixels.
  public let images: [Image]
  /// What is special, if anything.
  public let trap: Trap?
  /// The one colour of the row's picture.
  public let color: SampleColor

  /// The address that a cell loads: the tallest image's. `nil` when there is nothing to load.
  public var imageURL: String? { images.last.flatMap { $0.url.isEmpty ? nil : $0.url } }

  /// Whether the row ends with its picture; otherwise with the placeholder or the error image.
  public var showsImage: Bool {
    switch trap {
    case .notFound, .htmlAsJPEG, .cutBody, .missingImage, .emptyURL: false
    default: true
    }
  }

  /// The size of the picture behind `imageURL`.
  public var imageSize: PixelSize {
    trap == .large ? PixelSize(width: 1_024, height: 1_024) : PixelSize(width: 100, height: 100)
  }
}
