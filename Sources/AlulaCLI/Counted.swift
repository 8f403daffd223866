/// A number of things for people: "1 file", "2 files".
struct Counted: CustomStringConvertible {
  let count: Int
  let one: String
  let many: String

  static func entries(_ count: Int) -> Counted { Counted(count: count, one: "entry", many: "entries") }
  static func files(_ count: Int) -> Counted { Counted(count: count, one: "file", many: "files") }

  var description: String { "\(count) \(count == 1 ? one : many)" }
}
