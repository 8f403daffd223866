import Foundation

/// Which file a path leads to.
struct FileIdentity: Hashable {
  let device: Int
  let number: Int

  init?(path: String) {
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: real),
      let device = attributes[.systemNumber] as? NSNumber, let number = attributes[.systemFileNumber] as? NSNumber
    else { return nil }
    self.device = device.intValue
    self.number = number.intValue
  }
}
