import Alula
import Foundation

// StartupEmpty, with Alula and all its libraries loaded, but nothing decoded.
let data = try Data(contentsOf: URL(filePath: CommandLine.arguments[1]))
let options = DecodeOptions()
exit(data.isEmpty || options.target != nil ? 1 : 0)
