import Foundation

/// What bytes are joined and kept under.
struct ByteKey: Hashable, Sendable {
  enum Identity: Hashable, Sendable {
    case custom(String)
    case web(WebAddress)
    /// Path, and what changes when the file is replaced.
    case file(path: String, stamp: FileStamp)
    case dataURL(String)
    case named(String)
    case data(Data)
  }

  let identity: Identity
  let method: String
  /// Every field that the caller sends: the answer may vary with any of them. Empty under a custom key.
  let headers: HTTPHeaders
  let body: [UInt8]?
  let partition: CachePartition
  /// Requests that demand something else of caches do not join.
  var demand: CacheDemand

  /// The same bytes, whatever is demanded of caches.
  var plain: ByteKey {
    var key = self
    key.demand = CacheDemand()
    return key
  }

  /// The same bytes for those who follow HTTP.
  var followingHTTP: ByteKey {
    var key = self
    key.demand.policy = .followHTTP
    return key
  }

  /// The same resource, whatever is demanded, by what method or fields.
  var resource: ByteKey {
    ByteKey(identity: identity, method: "GET", headers: [:], body: nil, partition: partition, demand: CacheDemand())
  }

  /// Memory that the key itself holds in large texts.
  var cost: ByteCount {
    switch identity {
    case .dataURL(let text): ByteCount(text.utf8.count)
    case .data(let data): ByteCount(data.count)
    default: .zero
    }
  }

  /// Whether both name the same resource, whatever the method, headers or what is demanded of caches.
  func isSameResource(as other: ByteKey) -> Bool {
    partition == other.partition && identity.isSameResource(as: other.identity)
  }

  /// Whether the same answer is expected, whatever is demanded of caches.
  func isSameQuestion(as other: ByteKey) -> Bool {
    isSameResource(as: other) && method == other.method && headers == other.headers && body == other.body
  }
}

extension ByteKey.Identity {
  fileprivate func isSameResource(as other: Self) -> Bool {
    if case .file(let path, _) = self, case .file(let otherPath, _) = other { return path == otherPath }
    return self == other
  }
}

/// What a decoded image is joined and kept under: the bytes and everything that changes the pixels.
struct ImageKey: Hashable, Sendable {
  var bytes: ByteKey
  let options: DecodeOptions
  /// The identities of the steps after decoding, not the steps: what those hold must not stay in memory with a picture.
  let transforms: [String]

  var cost: ByteCount { bytes.cost }

  /// Whether memory keeps the picture: not for data without a name, which the caller holds anyway.
  var isKept: Bool {
    if case .data = bytes.identity { false } else { true }
  }

  /// The key that the picture is kept under, whatever was demanded of caches.
  var inMemory: ImageKey { demanding(CacheDemand()) }

  func demanding(_ demand: CacheDemand) -> ImageKey {
    var key = self
    key.bytes.demand = demand
    return key
  }
}

extension ImageRequest {
  /// The key of the bytes. Reads the file's stamp for a file, nothing else.
  /// - Throws: the error of a URL that cannot be loaded; `.file` when the file is not there.
  func byteKey(_ normalizer: CacheKeyNormalizer = CacheKeyNormalizer()) throws(LoadError) -> ByteKey {
    let hasDirectives = headers["Cache-Control"] != nil || headers["Pragma"] != nil
    let demand = CacheDemand(
      policy: cachePolicy, memory: memoryAccess, disk: diskAccess, hasDirectives: hasDirectives)
    return ByteKey(
      identity: try identity(normalizer), method: method, headers: cacheKey == nil ? headers : [:], body: body,
      partition: partition, demand: demand)
  }

  /// The key of the decoded image; equal targets in points or pixels are one key.
  /// - Throws: `.invalidTargetSize`, also for a step of `transforms`.
  func imageKey(_ bytes: ByteKey, budget: DecodeBudget) throws(LoadError) -> ImageKey {
    for transform in transforms { if let fault = transform.fault { throw fault } }
    var options = DecodeOptions(target: try target?.inPixels())
    options.convertsColor = convertsColor
    options.budget = budget
    return ImageKey(bytes: bytes, options: options, transforms: transforms.map(\.identity))
  }

  private func identity(_ normalizer: CacheKeyNormalizer) throws(LoadError) -> ByteKey.Identity {
    if case .invalid(let error) = source { throw error }
    if let cacheKey { return .custom(cacheKey) }
    switch source {
    case .web(let address): return .web(try normalizer.normalized(address))
    case .file(let path): return .file(path: path, stamp: try FileStamp(path: path))
    case .dataURL(let text): return .dataURL(text)
    case .data(let data, let id): return id.map { .named($0) } ?? .data(data)
    case .invalid(let error): throw error
    }
  }
}

extension TargetSize {
  /// The same target at 1 pixel a point.
  /// - Throws: `.invalidTargetSize`, by the rule of this type.
  func inPixels() throws(LoadError) -> TargetSize {
    let isValid = width > 0 && height > 0 && scale > 0 && scale.isFinite
    guard isValid else {
      throw LoadError(.invalidTargetSize, "A picture cannot be shown at \(width) × \(height) points, scale \(scale).")
    }
    return TargetSize(
      width: width * scale, height: height * scale, mode: mode, allowsEnlarging: allowsEnlarging)
  }
}
