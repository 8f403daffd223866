import Alula

/// Gives out the names of files in one directory, each once. Names are reserved in the order of the list, so that the same list
/// gives the same names, whatever comes first over the network. What a name's extension will be is known only when the picture is
/// there: so two names differ by more than that.
struct FileNameTable {
  private let directory: String
  private var taken: Set<String> = []
  private var numbers: [String: Int] = [:]
  private var inputs: InputFiles

  /// - Parameter inputs: paths of pictures that are read; they are never written over.
  init(directory: String, inputs: [String]) {
    self.directory = directory
    self.inputs = InputFiles(paths: inputs)
  }

  /// A name for `picture`; with the right extension when `format` is settled already.
  mutating func reserve(for picture: PictureAddress, format: ImageFormat?) -> FileName {
    if let path = picture.filePath { inputs.insert(path) }
    let name = FileName(lastPathPart: picture.lastPathPart)
    return take(format.map(name.with) ?? name)
  }

  /// The name to write under, now that the format is known: the reserved one, with another extension if need be.
  mutating func settle(_ reserved: FileName, as format: ImageFormat) -> FileName {
    let name = reserved.with(format)
    return isInput(name) ? take(name) : name
  }

  private mutating func take(_ name: FileName) -> FileName {
    if isFree(name) {
      taken.insert(key(name))
      return name
    }
    var next = name
    next.number = 1
    // Where the last search for this name ended, so that thousands of equal names cost no more than others.
    let series = key(next)
    next.number = numbers[series] ?? 2
    while !isFree(next) { next.number += 1 }
    numbers[series] = next.number + 1
    taken.insert(key(next))
    return next
  }

  private func isFree(_ name: FileName) -> Bool { !taken.contains(key(name)) && !isInput(name) }

  private func isInput(_ name: FileName) -> Bool { inputs.contains(FetchOutput.path(directory, name.description)) }

  /// Some file systems do not tell upper from lower case.
  private func key(_ name: FileName) -> String {
    var name = name
    name.pathExtension = ""
    return name.description.lowercased()
  }
}
