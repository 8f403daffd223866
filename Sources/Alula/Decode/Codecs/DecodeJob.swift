import Foundation

/// One decode: the bytes, what is asked for, and the checks that every codec makes before it takes memory.
struct DecodeJob {
  let data: Data
  let options: DecodeOptions
  /// Whether the bitmap gets straight alpha instead of premultiplied colours.
  var keepsStraightAlpha = false

  /// How a picture of `codedSize` becomes the output. Refuses more pixels than the budget allows.
  func geometry(codedSize: PixelSize, orientation: Orientation) throws(LoadError) -> DecodeGeometry {
    try checkPixels(orientation.isTransposed ? codedSize.transposed : codedSize, of: "The picture")
    return try DecodeGeometry(codedSize: codedSize, orientation: orientation, target: options.target)
  }

  /// Refuses more pixels than the budget allows.
  /// - Parameter part: What says it has them: "The picture".
  func checkPixels(_ size: PixelSize, of part: String) throws(LoadError) {
    guard let pixels = size.pixelCount, pixels <= options.budget.maximumPixels else {
      throw LoadError(
        .tooManyPixels, "\(part) says it is \(size) pixels; \(options.budget.maximumPixels) are allowed.")
    }
  }

  /// Refuses when the sum of `parts` is over the budget; `nil` stands for more than can be counted.
  func checkMemory(_ parts: Int?...) throws(LoadError) { try options.budget.checkMemory(parts) }

  /// Whether the sum of `parts` is within the budget.
  func allowsMemory(_ parts: Int?...) -> Bool { options.budget.allowsMemory(parts) }

  /// - Throws: `LoadError.cancelled` when the task was cancelled.
  func checkCancellation() throws(LoadError) {
    if Task.isCancelled { throw .cancelled }
  }
}

/// `a × b × …` or `nil` when it does not fit.
func product(_ factors: Int...) -> Int? {
  var product = 1
  for factor in factors {
    let (next, overflow) = product.multipliedReportingOverflow(by: factor)
    guard !overflow else { return nil }
    product = next
  }
  return product
}
