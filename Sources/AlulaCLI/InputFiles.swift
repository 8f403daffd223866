/// The files that a run reads, by whatever path: what is made of a picture is never written over it.
struct InputFiles {
  private var files: Set<FileIdentity> = []

  init(paths: [String]) {
    for path in paths { insert(path) }
  }

  /// A path where nothing is has no file.
  mutating func insert(_ path: String) {
    if let file = FileIdentity(path: path) { files.insert(file) }
  }

  func contains(_ path: String) -> Bool {
    // A run over URLs alone asks the file system nothing.
    !files.isEmpty && FileIdentity(path: path).map(files.contains) ?? false
  }
}
