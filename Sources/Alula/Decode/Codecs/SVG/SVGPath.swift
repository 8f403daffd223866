#if os(Linux) && SVG
  import Foundation

  /// How many points a path has and how long it is at most: a curve is not longer than the line through its points, an arc not longer
  /// than its ellipse, enlarged to reach its end.
  struct SVGPath {
    private(set) var points = 0
    private(set) var length = 0.0
    private var (x, y, startX, startY) = (0.0, 0.0, 0.0, 0.0)
    /// How far the point is that the next curve may mirror.
    private var reach = 0.0

    init(_ text: String) {
      var text = text
      text.withUTF8 { read($0) }
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
      var (index, command): (Int, UInt8) = (0, 0)
      while index < bytes.count {
        let byte = bytes[index]
        if SVGNumber.isLetter(byte) {
          (command, index) = (byte, index + 1)
          if byte | 0x20 == UInt8(ascii: "z") { move(to: startX, startY) }
        } else if SVGNumber.begins(bytes, index), command != 0 {
          segment(command, bytes, &index)
          // What follows the numbers of a move are lines.
          if command | 0x20 == UInt8(ascii: "m") { command -= 1 }
        } else {
          index += 1
        }
      }
    }

    private mutating func segment(_ command: UInt8, _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
      let isRelative = command & 0x20 != 0
      let (baseX, baseY) = isRelative ? (x, y) : (0, 0)
      let next = { (index: inout Int) in SVGNumber.next(bytes, &index) ?? 0 }
      switch command | 0x20 {
      case UInt8(ascii: "h"): move(to: baseX + next(&index), y)
      case UInt8(ascii: "v"): move(to: x, baseY + next(&index))
      case UInt8(ascii: "c"): move(3, baseX, baseY, bytes, &index)
      case UInt8(ascii: "t"):
        let (before, mirrored) = (length, reach)
        move(to: baseX + next(&index), baseY + next(&index))
        reach = mirrored + length - before
        length += 2 * reach
      case UInt8(ascii: "s"), UInt8(ascii: "q"):
        length += 2 * reach
        move(2, baseX, baseY, bytes, &index)
      case UInt8(ascii: "a"):
        let radius = max(abs(next(&index)), abs(next(&index)))
        _ = next(&index)
        flag(bytes, &index)
        flag(bytes, &index)
        let before = length
        move(to: baseX + next(&index), baseY + next(&index))
        length += 2 * .pi * max(radius, length - before)
      case UInt8(ascii: "m"):
        move(to: baseX + next(&index), baseY + next(&index))
        (startX, startY) = (x, y)
      default: move(1, baseX, baseY, bytes, &index)
      }
    }

    private mutating func move(
      _ count: Int, _ baseX: Double, _ baseY: Double, _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int
    ) {
      let before = points
      for _ in 0..<count {
        move(to: baseX + (SVGNumber.next(bytes, &index) ?? 0), baseY + (SVGNumber.next(bytes, &index) ?? 0))
      }
      points = before + 1
    }

    private mutating func move(to nextX: Double, _ nextY: Double) {
      reach = abs(nextX - x) + abs(nextY - y)
      length += reach
      points += 1
      (x, y) = (nextX, nextY)
    }

    /// A flag of an arc is one digit, without anything between it and what follows.
    private func flag(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
      while index < bytes.count, bytes[index] != 48, bytes[index] != 49 { index += 1 }
      index = min(index + 1, bytes.count)
    }
  }
#endif
