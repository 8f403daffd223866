/// The name of a pack: `pack-<index>`, in hexadecimal.
struct PackName: Hashable, Sendable {
  let epoch: UInt32
  let text: String

  init(epoch: UInt32) {
    self.epoch = epoch
    text = "pack-" + epoch.hexadecimal
  }

  /// `nil` when this is no name of ours.
  init?(_ text: String) {
    guard text.hasPrefix("pack-"), let epoch = UInt32(text.dropFirst(5), radix: 16) else { return nil }
    self.init(epoch: epoch)
    guard self.text == text else { return nil }
  }
}
