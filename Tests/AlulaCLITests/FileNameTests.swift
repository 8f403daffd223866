import Alula
import Testing

@testable import AlulaCLI

@Suite struct FileNameTests {
  @Test(arguments: [
    ("http://h/cat.png", "cat.png"), ("http://h/a/b/cat.PNG?w=1&h=/x.jpg#f", "cat.PNG"),
    ("http://h/cat.jpg", "cat.png"),
    ("http://h/cat.jpg.php", "cat.jpg.png"), ("http://h/cat", "cat.png"), ("http://h/v1.2", "v1.2.png"),
    ("http://h", "image.png"), ("http://h/", "image.png"), ("http://h/cat/", "cat.png"), ("http://h/..", "image.png"),
    ("http://h/%2e%2e%2f%2e%2e%2Fetc%2fpasswd", "_.._etc_passwd.png"), ("http://h/..%5c..%5Cx.png", "_.._x.png"),
    ("http://h/.bashrc", "bashrc.png"), ("http://h/-rf.png", "rf.png"),
    ("http://h/a%00b%0A%1B%5B2Jc.png", "ab[2Jc.png"),
    ("http://h/%E2%80%AEgnp.exe", "gnp.exe.png"), ("http://h/%EB%8B%AC.png", "달.png"), ("http://h/달.png", "달.png"),
    ("http://h/a%20b.png", "a b.png"), ("http://h/caf%E9.png", "caf%E9.png"), ("http://h/.png", "png.png"),
    ("http://h/%20%20", "image.png"), ("http://h/C:evil.png", "C_evil.png"), ("data:image/png,x", "image.png"),
    ("file:///a/b%2520c.png", "b%20c.png"), ("dir/b%20c.png", "b%20c.png"), ("http://user:pw@h", "image.png"),
  ])
  func `a name is the safe end of the URL with the extension of the real format`(url: String, name: String) {
    #expect(FileName(lastPathPart: PictureAddress(url).lastPathPart).with(.png).description == name)
  }

  @Test(arguments: [
    ("a.jpeg", "a.jpeg"), ("a.JPG", "a.JPG"), ("a.jfif", "a.jfif"), ("a.webp", "a.jpg"), ("a", "a.jpg"),
  ])
  func `every spelling of the right extension stays`(part: String, name: String) {
    #expect(FileName(lastPathPart: part).with(.jpeg).description == name)
  }

  @Test(arguments: ["x", "é", "달", "👩‍👩‍👧‍👦"])
  func `a name has at most 200 bytes, whole characters and its extension`(character: String) {
    var name = FileName(lastPathPart: String(repeating: character, count: 300)).with(.png)
    name.number = 12_345
    #expect(name.description.utf8.count <= 200)
    #expect(name.description.hasSuffix("-12345.png"))
    #expect(!name.description.contains("\u{FFFD}"))
  }

  @Test func `a name is given once, whatever its case`() {
    var table = FileNameTable(directory: "", inputs: [])
    let names = ["http://h/1/a.png", "http://h/2/a.png", "http://h/3/A.PNG", "http://h/a-2.png", "http://h/a.gif"]
      .map { table.reserve(for: PictureAddress($0), format: .png).description }
    #expect(names == ["a.png", "a-2.png", "A-3.PNG", "a-2-2.png", "a-4.png"])
  }

  @Test func `a name whose format turns out otherwise meets no other name, whoever comes first`() {
    var table = FileNameTable(directory: "", inputs: [])
    let jpeg = table.reserve(for: PictureAddress("http://h/a.jpg"), format: nil)
    let png = table.reserve(for: PictureAddress("http://h/a.png"), format: nil)
    let bare = table.reserve(for: PictureAddress("http://h/a"), format: nil)
    #expect(table.settle(png, as: .png).description == "a-2.png")
    #expect(table.settle(jpeg, as: .png).description == "a.png")
    #expect(table.settle(bare, as: .png).description == "a-3.png")
  }

  @Test func `names settle by their place in the list, not by who comes first`() {
    var table = FileNameTable(directory: "", inputs: [])
    let reserved = (1...3).map { table.reserve(for: PictureAddress("http://h/\($0)/thumb"), format: nil) }
    let settled = reserved.reversed().map { table.settle($0, as: .webp).description }
    #expect(settled == ["thumb-3.webp", "thumb-2.webp", "thumb.webp"])
  }
}
