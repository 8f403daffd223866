extension DecodeBudget {
  /// Refuses when the sum of `parts` is over the budget; `nil` stands for more than can be counted.
  func checkMemory(_ parts: [Int?]) throws(LoadError) {
    let sum = Self.sum(parts)
    guard sum <= maximumMemory.bytes else {
      throw LoadError(
        .tooManyPixels, "The picture needs \(ByteCount(sum)) of memory; \(maximumMemory) are allowed.")
    }
  }

  /// Whether the sum of `parts` is within the budget.
  func allowsMemory(_ parts: [Int?]) -> Bool { Self.sum(parts) <= maximumMemory.bytes }

  private static func sum(_ parts: [Int?]) -> Int {
    parts.reduce(0) { sum, part in
      let (next, overflow) = sum.addingReportingOverflow(part ?? .max)
      return overflow ? .max : next
    }
  }
}
