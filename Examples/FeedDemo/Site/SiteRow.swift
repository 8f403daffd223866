import Alula
import AlulaTesting
import Foundation

/// One entry of the feed as the server knows it: what it names, and what the server has behind that.
struct SiteRow: Sendable {
  var name: String
  /// The images the feed names, smallest first: side and address. Empty where the feed has none.
  var images: [(height: Int, label: String)]
  /// What the server answers, by request target.
  var responses: [String: LoopbackResponse]
  /// The photograph that the row must show, as an index of the album; `nil` where no picture can be.
  var photograph: Int?
  var trap: Trap?

  /// The row's own target: the key of its response. `nil` where the row asks for nothing of its own.
  var target: String?
}

/// Makes the rows of the feed.
struct SiteRows {
  let baseURL: String
  let files: [[PictureFile]]

  func rows(count: Int) -> [SiteRow] {
    var rows: [SiteRow] = []
    for number in 0..<count {
      rows.append(row(number, before: rows.last))
    }
    return rows
  }

  private func row(_ number: Int, before: SiteRow?) -> SiteRow {
    let trap = Trap.inRow(number)
    let photograph = trap == .wrongType ? Self.firstPNG : (trap == .halfAFile || trap == .hugeHeader) ? 1 : number
    let index = photograph % files.count
    let file = files[index][number / files.count % files[index].count]
    let target = target(number, file, trap)
    var row = SiteRow(
      name: PhotoAlbum.photographs[index].name, images: images(target, number, index),
      responses: [Self.asSent(target): Self.picture(file, number)], photograph: index, trap: trap,
      target: Self.asSent(target))
    if let trap { spring(trap, on: &row, file, before: before) }
    return row
  }

  private func target(_ number: Int, _ file: PictureFile, _ trap: Trap?) -> String {
    switch trap {
    case .encodedPath: "/pictures/%EB%8B%AC%EB%B9%9B/original.\(file.suffix)"
    case .plainUnicodePath: "/pictures/달빛 정원/original.\(file.suffix)"
    case .redirect: "/moved/\(number).\(file.suffix)"
    default: "/pictures/\(number)/original.\(file.suffix)"
    }
  }

  /// Three sizes, as stores have them; apps take the last, and a thumbnail is then theirs to make.
  private func images(_ target: String, _ number: Int, _ index: Int) -> [(height: Int, label: String)] {
    let small = [53, 75].map { (height: $0, label: "\(baseURL)/pictures/\(number)/\($0)x\($0).jpg") }
    return small + [(PhotoAlbum.photographs[index].size.height, baseURL + target)]
  }

  private func spring(_ trap: Trap, on row: inout SiteRow, _ file: PictureFile, before: SiteRow?) {
    let own = row.target ?? "/"
    if !trap.showsPicture { row.photograph = nil }
    switch trap {
    case .sameURL:
      row.name = before?.name ?? row.name
      row.images = before?.images ?? []
      row.photograph = before?.photograph
      (row.responses, row.target) = ([:], nil)
    case .noImage, .emptyURL:
      row.images = trap == .noImage ? [] : [(0, "")]
      (row.responses, row.target) = ([:], nil)
    case .notFound: row.responses = [own: .status(404)]
    case .htmlAsImage: row.responses = [own: .text("<html><body>Not here</body></html>", type: "image/jpeg")]
    case .cutBody: row.responses[own] = row.responses[own]?.cut(after: file.bytes.count / 2)
    case .slow: row.responses[own]?.delay = .seconds(1)
    case .redirect:
      let real = "/pictures/real/" + own.split(separator: "/")[1]
      var moved = LoopbackResponse.redirect(to: real, status: 301)
      moved.headers["Cache-Control"] = "max-age=31536000"
      row.responses = [own: moved, real: row.responses[own] ?? moved]
    case .wrongType: row.responses[own]?.headers["Content-Type"] = "image/jpeg"
    case .halfAFile: row.responses[own] = .ok(Array(file.bytes.prefix(file.bytes.count / 2)), type: "image/jpeg")
    case .hugeHeader: row.responses[own] = .ok(Self.claiming(60_000, file.bytes), type: "image/jpeg")
    case .encodedPath, .plainUnicodePath: break
    }
  }

  /// A target as a client sends it.
  private static func asSent(_ target: String) -> String {
    var allowed = CharacterSet.urlPathAllowed
    allowed.insert("%")
    return target.addingPercentEncoding(withAllowedCharacters: allowed) ?? target
  }

  /// A picture as servers send them: for a year if its name never means another one, for an hour if it may.
  private static func picture(_ file: PictureFile, _ number: Int) -> LoopbackResponse {
    var response = LoopbackResponse.ok(file.bytes, type: file.type)
    response.headers["Cache-Control"] = isForAYear(number) ? "max-age=31536000, immutable" : "max-age=3600"
    response.headers["ETag"] = "\"\(number)-\(file.bytes.count)\""
    return response
  }

  static func isForAYear(_ number: Int) -> Bool { !number.isMultiple(of: 2) }

  private static let firstPNG =
    PhotoAlbum.photographs.firstIndex { if case .png = $0.kind { true } else { false } } ?? 0

  /// `jpeg` whose frame header (ITU-T T.81 B.2.2) names another size: `side` × `side`.
  private static func claiming(_ side: Int, _ jpeg: [UInt8]) -> [UInt8] {
    var copy = jpeg
    let (high, low) = (UInt8(side >> 8), UInt8(side & 255))
    for place in 0..<copy.count - 9 where copy[place] == 0xFF && copy[place + 1] == 0xC0 {
      copy.replaceSubrange(place + 5..<place + 9, with: [high, low, high, low])
      break
    }
    return copy
  }
}
