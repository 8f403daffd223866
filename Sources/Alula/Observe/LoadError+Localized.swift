public import Foundation

extension LoadError: LocalizedError {
  /// The same sentence as `description`, for alerts. English.
  public var errorDescription: String? { description }
}
