#if canImport(Darwin)
  import Foundation

  extension StoreFolder {
    /// Not in backups, and readable once the device was unlocked after its start: pictures are loaded in the background
    /// too.
    func protect() {
      var url = URL(filePath: index).deletingLastPathComponent()
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      try? url.setResourceValues(values)
      try? FileManager.default.setAttributes(
        [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: url.path)
    }
  }
#endif
