import Alula
import Foundation

/// All rows of a run on one sheet: pictures, placeholders and errors, each with its number and caption.
struct ContactSheet {
  let title: String
  let subtitle: String
  let results: [RowResult]

  private static let columns = 10
  private static let tile = 192
  private static let gap = 20
  private static let caption = 48
  private static let header = 84
  private static let paper = Color(0x14171C)
  private static let ink = Color(0xE8ECF2)
  private static let dimInk = Color(0x8A94A3)

  /// Writes the sheet as PNG.
  func write(to file: URL) throws {
    try ImageEncoder(format: .png).encode(draw().bitmap()).write(to: file)
  }

  private func draw() -> Canvas {
    let columns = min(Self.columns, max(5, results.count))
    let rows = (results.count + columns - 1) / columns
    let size = PixelSize(
      width: Self.gap + columns * (Self.tile + Self.gap),
      height: Self.header + rows * (Self.tile + Self.caption + Self.gap))
    var canvas = Canvas(size: size, background: Self.paper)
    canvas.write(title, x: Self.gap, y: 22, scale: 3, Self.ink)
    canvas.write(subtitle, x: Self.gap, y: 56, scale: 2, Self.dimInk)
    for (place, result) in results.enumerated() {
      let box = Canvas.Box(
        x: Self.gap + place % columns * (Self.tile + Self.gap),
        y: Self.header + place / columns * (Self.tile + Self.caption + Self.gap), width: Self.tile, height: Self.tile)
      ContactTile(result: result).draw(in: box, on: &canvas)
      canvas.write(title(of: result), x: box.x + 2, y: box.y + Self.tile + 9, scale: 2, Self.ink)
      canvas.write(detail(of: result), x: box.x + 2, y: box.y + Self.tile + 29, scale: 2, Self.dimInk)
    }
    return canvas
  }

  private func title(of result: RowResult) -> String {
    String("\(result.row) \(result.entry.name)".prefix(Self.tile / 12))
  }

  private func detail(of result: RowResult) -> String {
    switch result.outcome {
    case .placeholder: "no image"
    case .failed(let error): error.code.kind
    case .picture(let response): "\(response.format) \(response.encodedSize)"
    }
  }
}
