import Alula
import Foundation

/// The tool `alula`: finds the command and turns what it throws into an exit status.
enum CommandLineTool {
  static let version = "0.1"

  static var commands: [any Command.Type] {
    [FetchCommand.self, ThumbnailCommand.self, InspectCommand.self, DecodeCommand.self, CacheCommand.self]
  }

  static func run(_ arguments: [String]) async -> ExitStatus {
    guard let name = arguments.first else {
      Output.error(help)
      return .usage
    }
    let rest = Array(arguments.dropFirst())
    if name == "help" { return printHelp(rest.first) }
    if helpFlags.contains(name) { return printHelp(nil) }
    if name == "--version" || name == "version" {
      // The first line is for programs.
      Output.line(
        "alula \(version)\ndecodes \(DecoderRegistry.standard.entries.map(\.format.name).joined(separator: " "))")
      return .success
    }
    guard let command = commands.first(where: { $0.name == name }) else { return refuse(name) }
    if rest.prefix(while: { $0 != "--" }).contains(where: helpFlags.contains) { return printHelp(name) }
    do {
      return try await command.run(Arguments(rest))
    } catch {
      Output.error("alula \(name): \(error.message) Try: alula help \(name)")
      return .usage
    }
  }

  private static let helpFlags = ["--help", "-h"]
  /// What the tool answers itself, without a command.
  private static let ownTopics = helpFlags + ["help", "version", "--version"]

  private static func printHelp(_ name: String?) -> ExitStatus {
    guard let name, !ownTopics.contains(name) else {
      Output.line(help)
      return .success
    }
    guard let command = commands.first(where: { $0.name == name }) else { return refuse(name) }
    Output.line(command.help)
    return .success
  }

  private static func refuse(_ name: String) -> ExitStatus {
    let hint = PictureAddress.isURL(name) ? "alula fetch URL" : "alula --help"
    Output.error("alula: there is no command \"\(PictureAddress(name).label)\". Try: \(hint)")
    return .usage
  }

  private static var help: String {
    let names = commands.map { "  \($0.name.padding(toLength: 11, withPad: " ", startingAt: 0))\($0.summary)" }
    return """
      alula COMMAND [OPTION…] URL|FILE…

      \(names.joined(separator: "\n"))
        help       How a command is used: alula help COMMAND
        version    The version of this tool, and the formats that it decodes here

      Results go to standard output, everything else to standard error.
      Exit status: 0 all is well, 1 some picture failed, 64 the command was used wrongly.
      """
  }
}

/// One command of the tool.
protocol Command {
  static var name: String { get }
  /// One line for the list of commands.
  static var summary: String { get }
  /// The whole help text.
  static var help: String { get }
  static func run(_ arguments: Arguments) async throws(UsageError) -> ExitStatus
}

/// What the tool answers to the shell (64 is EX_USAGE of sysexits, 128 and a signal's number is what shells say).
enum ExitStatus: Int32 {
  case success = 0
  case someFailed = 1
  case usage = 64
  case interrupted = 130
  case pipeClosed = 141
  case terminated = 143
}

/// The command line is wrong.
struct UsageError: Error {
  let message: String
}
