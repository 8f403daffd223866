import Foundation
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// StartupEmpty, with what a Swift program that loads anything links on Linux.
let data = try Data(contentsOf: URL(filePath: CommandLine.arguments[1]))
let request = URLRequest(url: URL(filePath: "/"))
exit(data.isEmpty || request.httpMethod != "GET" ? 1 : 0)
