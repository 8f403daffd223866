import Alula
import Foundation

/// What the command line asks of `alula cache`.
struct CacheSettings {
  enum Action: String, CaseIterable {
    case ls, stat, verify, trim, purge

    var takesPartition: Bool { self == .ls || self == .stat || self == .purge }
  }

  let action: Action
  let directory: URL
  /// Whether the directory was named, rather than the standard one.
  let isNamed: Bool
  let partition: CachePartition?
  /// What `trim` trims to.
  let size: ByteCount
  let isJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    var arguments = arguments
    isJSON = arguments.takeFlag("--json")
    let path = try arguments.takePath("--cache")
    partition = try arguments.takeValue("--partition").map { CachePartition($0) }
    let size = try arguments.takeSize("--to")
    let names = try arguments.names()
    let known = Action.allCases.map(\.rawValue).joined(separator: ", ")
    guard let name = names.first else { throw UsageError(message: "Say one of: \(known).") }
    guard let action = Action(rawValue: name) else {
      throw UsageError(message: "There is no \"cache \(PictureAddress(name).label)\"; say one of: \(known).")
    }
    guard names.count == 1 else {
      let surplus = PictureAddress(names[1]).label
      throw UsageError(message: "\"\(surplus)\" is one word too many; a directory is named with --cache.")
    }
    guard (size != nil) == (action == .trim) else {
      throw UsageError(message: action == .trim ? "trim needs --to SIZE, like --to 50MB." : "--to goes with trim.")
    }
    guard partition == nil || action.takesPartition else {
      throw UsageError(message: "--partition goes with ls, stat and purge.")
    }
    isNamed = path != nil
    let directory = try path.map { path throws(UsageError) in try CacheChoice.directory(path) }
    guard let directory = directory ?? CacheChoice.standardDirectory else {
      throw UsageError(message: "There is no home directory and so no standard cache; name one with --cache.")
    }
    self.action = action
    self.directory = directory
    self.size = size ?? .max
  }
}
