import Testing

@testable import Alula

@Suite struct RecencyListTests {
  @Test func `the least recently used leaves first`() {
    var list = RecencyList<String, Int>()
    for (index, key) in ["a", "b", "c"].enumerated() { #expect(list.insert(index, for: key) == nil) }
    #expect(list.use("a") == 0)
    #expect(list.insert(9, for: "b") == 1)
    #expect(list.removeOldest() == 2)
    #expect(list.removeOldest() == 0)
    #expect(list.removeOldest() == 9)
    #expect(list.removeOldest() == nil)
    #expect(list.count == 0)
  }

  @Test func `it agrees with a plain array over random operations`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      var list = RecencyList<Int, Int>()
      var model: [(key: Int, value: Int)] = []
      for step in 0..<400 {
        let key = Int.random(in: 0..<12, using: &generator)
        let place = model.firstIndex { $0.key == key }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
          #expect(list.insert(step, for: key) == place.map { model.remove(at: $0).value })
          model.append((key, step))
        case 1:
          #expect(list.use(key) == place.map { model[$0].value })
          if let place { model.append(model.remove(at: place)) }
        case 2: #expect(list.remove(key) == place.map { model.remove(at: $0).value })
        default: #expect(list.removeOldest() == (model.isEmpty ? nil : model.removeFirst().value))
        }
        #expect(list.count == model.count)
      }
    }
  }
}
