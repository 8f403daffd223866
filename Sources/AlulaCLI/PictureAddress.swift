import Alula
import Foundation

/// A picture as the command line names it: a URL (http, https, file, data), or the path of a file.
struct PictureAddress: Sendable {
  /// As it was given.
  let text: String
  /// For records: a path as it was given, a URL without user, password, query and data.
  let publicText: String
  /// The same for people, with nothing that moves a terminal's cursor.
  let label: String
  /// Equal for two spellings of one URL.
  let identity: String
  /// The end of the path, decoded; empty for data: URLs and for a URL without a path.
  let lastPathPart: String
  /// The path, when it is a file's.
  let filePath: String?
  /// Whether it comes over the network, and so through the cache.
  var isWeb: Bool { isURL && filePath == nil && label != "data:" }
  /// Whether it is a URL with a user, or a user and a password, in it.
  var hasUser: Bool {
    guard isWeb, let slashes = text.range(of: "://") else { return false }
    return text[slashes.upperBound...].prefix { !"/?#".contains($0) }.contains("@")
  }
  private let isURL: Bool
  private let outcome: Result<ImageRequest, LoadError>

  init(_ text: String) {
    self.text = text
    isURL = Self.isURL(text)
    outcome = Self.request(text)
    let request = try? outcome.get()
    let address = request?.redactedAddress
    publicText = isURL ? address ?? Self.withoutSecrets(text) : Self.withoutSecrets(path: text)
    label = Self.printable(publicText)
    identity = request?.normalAddress ?? text
    filePath = address.flatMap { $0.hasPrefix("file://") ? String($0.dropFirst("file://".count)) : nil }
    if let filePath {
      lastPathPart = Self.lastPart(of: filePath)
    } else {
      let encoded = address.map(Self.lastPartOfURL) ?? ""
      lastPathPart = encoded.removingPercentEncoding ?? encoded
    }
  }

  /// Whether `text` is a URL and not a path: it begins with one of the four schemes, or with any scheme and "//".
  static func isURL(_ text: String) -> Bool {
    let text = text.drop(while: \.isWhitespace).lowercased()
    if ["http:", "https:", "file:", "data:"].contains(where: text.hasPrefix) { return true }
    guard let colon = text.range(of: "://") else { return false }
    return text[..<colon.lowerBound].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  func request() throws(LoadError) -> ImageRequest { try outcome.get() }

  /// Tells a file that is not there, or is a folder, in words for a person who may have meant a URL.
  func checkFile() throws(LoadError) {
    guard let filePath else { return }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: filePath, isDirectory: &isFolder) else {
      let hint = Self.looksLikeHost(text) ? " A URL begins with http: or https:." : ""
      throw LoadError(.file, "There is no such file.\(hint)")
    }
    if isFolder.boolValue { throw LoadError(.file, "This is a folder, not a file.") }
  }

  /// Whether the text reads like a URL without its scheme: a port, or a name with a dot before the first slash.
  private static func looksLikeHost(_ text: String) -> Bool {
    guard !isURL(text) else { return false }
    let host = text.prefix { $0 != "/" }
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 2, !parts[0].isEmpty, Int(parts[1]) != nil { return true }
    return host.count < text.count && (host == "localhost" || host.dropFirst().contains(".") && !host.hasPrefix("."))
  }

  private static func request(_ text: String) -> Result<ImageRequest, LoadError> {
    guard isURL(text) else { return .success(ImageRequest(path: text)) }
    do throws(LoadError) { return .success(try ImageRequest(text)) } catch { return .failure(error) }
  }

  /// `text` as far as it can be shown when it is no URL: an address that is wrong may hold a password all the same.
  private static func withoutSecrets(_ text: String) -> String {
    let beforeQuery = text.prefix { $0 != "?" && $0 != "#" }
    guard let at = beforeQuery.lastIndex(of: "@") else {
      // A "?" or "#" in a password that nobody encoded: the rest of it is behind.
      let isPassword = text[beforeQuery.endIndex...].contains("@")
      return String((isPassword ? beforeQuery.prefix { $0 != ":" } + ":" : beforeQuery).prefix(200))
    }
    // "http:user:password@host" is a mistake that people make.
    let colon = beforeQuery[..<at].firstIndex(of: ":").map { beforeQuery.index(after: $0) } ?? beforeQuery.startIndex
    let start = beforeQuery[colon..<at].firstIndex { $0 != "/" } ?? at
    return String((beforeQuery[..<start] + beforeQuery[beforeQuery.index(after: at)...]).prefix(200))
  }

  /// A path as it was given; what is no file's but reads like a URL that lost its scheme without user, password and query.
  private static func withoutSecrets(path: String) -> String {
    let host = path.drop { $0 == "/" }.prefix { $0 != "/" }
    let isLikeURL = path.hasPrefix("//") || host.contains("@") || looksLikeHost(path)
    guard isLikeURL, !FileManager.default.fileExists(atPath: path) else { return path }
    let beforeQuery = path.prefix { $0 != "?" && $0 != "#" }
    let start = path.lastIndex(of: "@").map { path.index(after: $0) } ?? path.startIndex
    return String((start < beforeQuery.endIndex ? beforeQuery[start...] : "").prefix(200))
  }

  /// `text` with "?" in place of control characters.
  static func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
  }

  private static func lastPart(of path: some StringProtocol) -> String {
    path.split(separator: "/" as Character).last.map { String($0) } ?? ""
  }

  private static func lastPartOfURL(_ url: String) -> String {
    guard let slashes = url.range(of: "://"), let path = url[slashes.upperBound...].firstIndex(of: "/") else {
      return ""
    }
    return lastPart(of: url[path...])
  }
}
