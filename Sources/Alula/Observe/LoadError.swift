/// Why a load failed. The only error that Alula throws.
///
/// `description` is a sentence for people. It holds no query, user name, password or token of the URL.
public struct LoadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Kinds of failure.
  public enum Code: Hashable, Sendable {
    /// The text or URL cannot be asked for: not a URL, no host, a scheme that is not http, https, file or data.
    case invalidURL
    /// The request itself is wrong: a header with a line break, a malformed data: URL.
    case invalidRequest
    /// A side of the target size is zero, negative or not a number.
    case invalidTargetSize
    /// The file is not there or cannot be read.
    case file
    /// The network failed: no such host, refused, reset, TLS, malformed response.
    case transport(TransportError.Code)
    /// No answer in time.
    case timeout
    /// The server answered with a status that is not accepted.
    case status(Int)
    /// More redirects than `NetworkLimits.maximumRedirects`, a loop, a redirect without a location, or to a
    /// scheme that is not http(s).
    case redirect
    /// No bytes at all: a success without a body, an empty file.
    case empty
    /// The data end too soon: a body before its announced end, a file within its picture.
    case truncated
    /// More bytes than the cap.
    case tooLarge
    /// The first bytes are of no known image format. `found` names what they look like.
    case notAnImage(found: String)
    /// A known image format, or a kind of one (12-bit JPEG), that this build does not decode.
    case unsupportedFormat(ImageFormat)
    /// The media type is not an image's and strict checking is on.
    case mediaType(String)
    /// The image data is damaged.
    case decoding
    /// The header claims more pixels, or decoding needs more memory, than the budget.
    case tooManyPixels
    /// The caller, or its task, cancelled.
    case cancelled
    /// The request may only be answered from memory or disk and is in neither.
    case notCached
  }

  /// What went wrong, for programs.
  public let code: Code
  /// A sentence for people, without the URL.
  public let message: String
  /// The URL without user, password, query and fragment.
  public private(set) var url: String?

  /// What the cache decided before the load failed, and why; `nil` where no cache had a say.
  package internal(set) var cacheReport: CacheReport?

  /// An error of that kind. `url` must hold no query, user name or password.
  public init(_ code: Code, _ message: String, url: String? = nil) {
    self.code = code
    self.message = message
    self.url = url
  }

  /// The message, and the redacted URL when there is one.
  public var description: String { url.map { "\(message) (\($0))" } ?? message }

  /// Whether the caller or its task cancelled: not a failure to show to a person.
  public var isCancelled: Bool { code == .cancelled }

  /// What a cancelled load ends with; for decoders and transports of your own.
  public static let cancelled = LoadError(.cancelled, "The load was cancelled.")

  /// The same error, naming `url` unless one is named already. `url` must be redacted.
  func naming(_ url: String?) -> LoadError {
    guard self.url == nil else { return self }
    var error = self
    error.url = url
    return error
  }
}
