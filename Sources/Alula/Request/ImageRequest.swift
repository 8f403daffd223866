public import Foundation

/// One picture, asked for at one size. A value: keep it, change a copy.
public struct ImageRequest: Hashable, Sendable {
  /// The size to decode at; `nil` decodes every pixel. See `TargetSize` for odd sizes.
  public var target: TargetSize?
  /// What is done to the decoded pixels, in this order: crops, masks, blur, your own steps. Default none.
  ///
  /// Part of what a picture is joined and kept under: requests of one URL that differ here alone share one download. The steps
  /// work on what `target` decodes, so a target keeps them cheap.
  public var transforms: [AnyImageTransform] = []
  /// How much the load matters at its start. Default `.normal`. A running task's priority is changed on the task.
  public var priority = Priority.normal
  /// What caches may do. Default `.followHTTP`.
  public var cachePolicy = CachePolicy.followHTTP
  /// Whether decoded pictures are read from and kept in memory. Default both.
  public var memoryAccess = LayerAccess.readWrite
  /// Whether responses are read from and kept on disk. Default both. http(s) only.
  public var diskAccess = LayerAccess.readWrite
  /// What the picture is kept and joined under in place of its URL and headers, for URLs that hold a changing token.
  public var cacheKey: String?
  /// Whose image this is. Images of one partition never answer another's requests. A response to a request with an
  /// `Authorization` field goes to disk only in a partition other than `.shared`, the default.
  public var partition = CachePartition.shared
  /// Header fields to send. They are part of what a response is joined and kept under. http(s) only.
  public var headers: HTTPHeaders = [:]
  /// Default "GET". http(s) only.
  public var method = "GET"
  /// The body to send. http(s) only.
  public var body: [UInt8]?
  /// What is sent again when it fails for a passing reason. `nil`, the default: what `NetworkLimits.retry` says. Who joins a load that
  /// runs takes what that has.
  public var retry: RetryPolicy?
  /// Whether the picture is shown coarse while its bytes still come: `.on()` for one preview each 0.3 s at most. For `task(for:)`; who waits
  /// for the picture alone gets none. Who asks for previews of a load that runs gets them from then on. Part of what makes two requests
  /// equal; not of what a picture is joined and kept under. http(s) only. Default `.off`.
  public var progressivePreviews = ProgressivePreviews.off
  /// Whether embedded ICC profiles are converted to sRGB. Default true.
  public var convertsColor = true

  /// Other URLs for the same picture, tried in this order when the request's own fails for whatever reason but cancelling: another host,
  /// or smaller ones, from large to small. Default none. GET and HEAD only.
  ///
  /// Each is asked with its own retries and kept under its own URL. The picture of a fallback is shown (`ImageResponse.fallback`) and does
  /// not answer for the request's own URL, which is asked again next time. `Authorization`, cookies and `Host` do not go to another origin.
  /// Part of what makes two requests equal; not of what a picture is kept under.
  public var fallbacks: [URL] = []
  /// Whether the smallest is tried first. Without fallbacks it says nothing. Default `.automatic`.
  public var dataUse = DataUse.automatic

  var source: ImageSource

  /// A picture named by a text: http, https, file or data URL, scheme in any case.
  ///
  /// White space around the text is dropped. What is already percent-encoded stays, spaces and non-ASCII are encoded
  /// once, an international host name becomes Punycode.
  /// - Throws: `LoadError.Code.invalidURL` for a text that is no such URL, also among the fallbacks.
  public init(_ text: String, fallbacks: [String] = [], target: TargetSize? = nil) throws(LoadError) {
    source = try ImageSource(text: text)
    self.target = target
    if !fallbacks.isEmpty { self.fallbacks = try Self.urls(fallbacks) }
  }

  /// A picture at a URL. A URL that cannot be loaded makes loading throw `LoadError.Code.invalidURL`.
  public init(url: URL, fallbacks: [URL] = [], target: TargetSize? = nil) {
    do {
      source = try ImageSource(text: url.absoluteString)
    } catch { source = .invalid(error) }
    self.target = target
    self.fallbacks = fallbacks
  }

  /// A picture in memory.
  /// - Parameter id: names the bytes. With an id the decoded picture is kept in memory under it; without, it is not kept.
  public init(data: Data, id: String? = nil, target: TargetSize? = nil) {
    source = .data(data, id: id)
    self.target = target
  }

  /// A picture in a file, by its path as the file system knows it: `#`, `%` and `?` are ordinary characters.
  public init(path: String, target: TargetSize? = nil) {
    let isUsable = !path.isEmpty && !path.utf8.contains(0)
    let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    source = isUsable ? .file(absolute) : .invalid(LoadError(.invalidURL, "The path is empty or holds a zero byte."))
    self.target = target
  }
}

/// Whose images these are: one signed-in account, or everybody. Keeps private images apart.
public struct CachePartition: Hashable, Sendable {
  /// The name; empty for `shared`.
  public let name: String

  /// The partition of that name.
  public init(_ name: String) { self.name = name }

  /// Images that anybody using the app may see.
  public static let shared = CachePartition("")
}
