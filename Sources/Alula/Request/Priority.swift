/// How much a load matters. The network and decode gates serve higher priorities first.
public enum Priority: Int, Comparable, CaseIterable, Hashable, Sendable {
  case veryLow, low, normal, high, veryHigh

  /// Compares urgency: `.low < .high`.
  public static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
}
