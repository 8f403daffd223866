import Foundation

/// What is measured: something that keeps bodies under numbers in a folder. Made anew for every opening.
protocol DiskClient {
  init(folder: URL, row: Row)
  mutating func read(_ number: Int) async throws -> Data?
  mutating func write(_ body: Data, _ number: Int) async throws
  mutating func remove(_ number: Int)
}

/// The address of a picture, as long as they are.
func address(_ number: Int) -> String {
  "https://images.example.org/photos/2026/11/30/a-picture-\(number).jpg?w=400&h=300"
}
