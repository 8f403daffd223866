extension DecodeBudget {
  /// Refuses when the sum of `parts` is over the budget; `nil` stands for more than can be counted. Inside a pipeline's decode it takes the sum from
  /// the pipeline's budget, and ends the decode when there is no room now.
  func checkMemory(_ parts: [Int?]) throws(LoadError) {
    let sum = Self.sum(parts)
    guard sum <= maximumMemory.bytes else {
      throw LoadError(
        .tooManyPixels, "The picture needs \(ByteCount(sum)) of memory; \(maximumMemory) are allowed.")
    }
    guard MemoryGrant.current?.raise(to: sum) ?? true else {
      throw LoadError(.tooManyPixels, "There is no room for the picture's \(ByteCount(sum)) now.")
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
