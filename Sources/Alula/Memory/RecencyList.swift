/// A dictionary that knows the order of use. Every operation is O(1).
///
/// A doubly linked list inside arrays: no object an entry, free places are reused, and a use moves four integers.
struct RecencyList<Key: Hashable, Value> {
  private struct Link {
    var older = none
    var newer = none
  }

  private static var none: Int { -1 }

  private var places: [Key: Int] = [:]
  private var keysByPlace: [Key?] = []
  private var values: [Value?] = []
  private var links: [Link] = []
  private var free: [Int] = []
  private var oldest = none
  private var newest = none

  var count: Int { places.count }
  var keys: Dictionary<Key, Int>.Keys { places.keys }

  /// The value, which becomes the most recently used.
  mutating func use(_ key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    if place != newest {
      unlink(place)
      linkAsNewest(place)
    }
    return values[place]
  }

  /// The value, without using it.
  func peek(_ key: Key) -> Value? { places[key].flatMap { values[$0] } }

  /// Puts the value in as the most recently used and returns the one it replaces.
  mutating func insert(_ value: Value, for key: Key) -> Value? {
    let replaced = remove(key)
    let place = takePlace()
    keysByPlace[place] = key
    values[place] = value
    places[key] = place
    linkAsNewest(place)
    return replaced
  }

  mutating func remove(_ key: Key) -> Value? {
    guard let place = places.removeValue(forKey: key) else { return nil }
    unlink(place)
    let value = values[place]
    keysByPlace[place] = nil
    values[place] = nil
    free.append(place)
    return value
  }

  /// Removes the least recently used.
  mutating func removeOldest() -> Value? {
    guard oldest != Self.none, let key = keysByPlace[oldest] else { return nil }
    return remove(key)
  }

  private mutating func takePlace() -> Int {
    if let reused = free.popLast() { return reused }
    keysByPlace.append(nil)
    values.append(nil)
    links.append(Link())
    return links.count - 1
  }

  private mutating func unlink(_ place: Int) {
    let link = links[place]
    if link.older == Self.none { oldest = link.newer } else { links[link.older].newer = link.newer }
    if link.newer == Self.none { newest = link.older } else { links[link.newer].older = link.older }
  }

  private mutating func linkAsNewest(_ place: Int) {
    links[place] = Link(older: newest, newer: Self.none)
    if newest == Self.none { oldest = place } else { links[newest].newer = place }
    newest = place
  }
}
