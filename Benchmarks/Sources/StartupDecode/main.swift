import Alula
import Foundation

// StartupEmpty, with one decode.
let data = try Data(contentsOf: URL(filePath: CommandLine.arguments[1]))
let bitmap = try DefaultImageDecoder().decode(data, options: DecodeOptions())
exit(bitmap.width > 0 ? 0 : 1)
