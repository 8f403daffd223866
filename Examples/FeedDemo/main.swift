import Foundation

do {
  let options = try DemoOptions(Array(CommandLine.arguments.dropFirst()))
  let console = Console()
  if options.wantsHelp {
    console.say(DemoOptions.help)
  } else {
    let isEveryPromiseKept = try await Demo(options: options, console: console).run()
    exit(isEveryPromiseKept ? 0 : 1)
  }
} catch let error as UsageError {
  FileHandle.standardError.write(Data("\(error.message)\n\n\(DemoOptions.help)".utf8))
  exit(2)
} catch {
  FileHandle.standardError.write(Data("The demo could not run: \(error)\n".utf8))
  exit(1)
}
