import Dispatch

/// Says whether code runs on the main queue. `Thread.isMainThread` does not: on Linux another thread may serve the main actor.
enum MainQueueMark {
  private static let key = DispatchSpecificKey<Bool>()

  static func set() { DispatchQueue.main.setSpecific(key: key, value: true) }

  static var isHere: Bool { DispatchQueue.getSpecific(key: key) == true }
}
