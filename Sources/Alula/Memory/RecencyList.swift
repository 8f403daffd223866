/// A dictionary that knows the order of use. Every operation is O(1).
///
/// A doubly linked list inside one array: no object an entry, free places are reused.
struct RecencyList<Key: Hashable, Value> {
  private struct Node {
    var key: Key
    var value: Value
    var older: Int
    var newer: Int
  }

  private static var none: Int { -1 }

  private var nodes: [Node?] = []
  private var free: [Int] = []
  private var places: [Key: Int] = [:]
  private var oldest = none
  private var newest = none

  var count: Int { places.count }
  var keys: Dictionary<Key, Int>.Keys { places.keys }

  /// The value, which becomes the most recently used.
  mutating func use(_ key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    unlink(place)
    linkAsNewest(place)
    return nodes[place]?.value
  }

  /// Puts the value in as the most recently used and returns the one it replaces.
  mutating func insert(_ value: Value, for key: Key) -> Value? {
    let replaced = remove(key)
    let node = Node(key: key, value: value, older: Self.none, newer: Self.none)
    let place: Int
    if let reused = free.popLast() {
      nodes[reused] = node
      place = reused
    } else {
      nodes.append(node)
      place = nodes.count - 1
    }
    places[key] = place
    linkAsNewest(place)
    return replaced
  }

  mutating func remove(_ key: Key) -> Value? {
    guard let place = places.removeValue(forKey: key) else { return nil }
    unlink(place)
    let value = nodes[place]?.value
    nodes[place] = nil
    free.append(place)
    return value
  }

  /// Removes the least recently used.
  mutating func removeOldest() -> Value? {
    guard oldest != Self.none, let key = nodes[oldest]?.key else { return nil }
    return remove(key)
  }

  private mutating func unlink(_ place: Int) {
    guard let node = nodes[place] else { return }
    if node.older == Self.none { oldest = node.newer } else { nodes[node.older]?.newer = node.newer }
    if node.newer == Self.none { newest = node.older } else { nodes[node.newer]?.older = node.older }
  }

  private mutating func linkAsNewest(_ place: Int) {
    nodes[place]?.older = newest
    nodes[place]?.newer = Self.none
    if newest == Self.none { oldest = place } else { nodes[newest]?.newer = place }
    newest = place
  }
}
