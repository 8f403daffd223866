import Alula

/// What real feeds have and a list must survive.
enum Trap: CaseIterable {
  case sameURL, noImage, emptyURL, notFound, htmlAsImage, cutBody, redirect, slow, encodedPath, plainUnicodePath
  case wrongType, halfAFile, hugeHeader

  /// The rows of the feed that have one.
  static func inRow(_ row: Int) -> Trap? {
    guard row >= 7, row % 5 == 2, row / 5 - 1 < allCases.count else { return nil }
    return allCases[row / 5 - 1]
  }

  var title: String {
    switch self {
    case .sameURL: "the URL of the row before"
    case .noImage: "no image in the feed"
    case .emptyURL: "an empty image URL"
    case .notFound: "404"
    case .htmlAsImage: "an HTML page sent as image/jpeg"
    case .cutBody: "the connection ends in the middle of the body"
    case .redirect: "a redirect to the real picture"
    case .slow: "the server thinks for a second"
    case .encodedPath: "a percent-encoded Korean path"
    case .plainUnicodePath: "a Korean path with a blank, not encoded"
    case .wrongType: "a PNG sent as image/jpeg"
    case .halfAFile: "half a JPEG file, sent whole"
    case .hugeHeader: "a header that claims 60000×60000 pixels"
    }
  }

  /// Whether a row with the trap shows its picture all the same.
  var showsPicture: Bool {
    switch self {
    case .sameURL, .redirect, .slow, .encodedPath, .plainUnicodePath, .wrongType: true
    case .noImage, .emptyURL, .notFound, .htmlAsImage, .cutBody, .halfAFile, .hugeHeader: false
    }
  }

  /// Whether `code` is what the row must end with.
  func explains(_ code: LoadError.Code) -> Bool {
    switch (self, code) {
    case (.notFound, .status(404)), (.htmlAsImage, .notAnImage), (.cutBody, .truncated), (.hugeHeader, .tooManyPixels),
      (.halfAFile, .truncated), (.halfAFile, .decoding):
      true
    default: false
    }
  }
}
