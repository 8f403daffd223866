/// What of a URL does not name the picture, for URLs that are signed anew each time: the listed query items are left out of what a
/// picture is joined and kept under. The request itself always uses the full URL.
///
/// ```swift
/// configuration.keyNormalizer = CacheKeyNormalizer(droppingQueryItems: ["X-Amz-Signature", "X-Amz-Date", "Expires"])
/// ```
public struct CacheKeyNormalizer: Hashable, Sendable {
  /// Names of query items, compared as they are written in the URL. Default none.
  public var droppedQueryItems: Set<String>

  /// A normalizer that leaves these query items out.
  public init(droppingQueryItems names: Set<String> = []) { droppedQueryItems = names }

  func normalized(_ address: WebAddress) throws(LoadError) -> WebAddress {
    guard !droppedQueryItems.isEmpty, address.text.utf8.contains(UInt8(ascii: "?")) else { return address }
    var reference = URIReference(address.text)
    guard let query = reference.query else { return address }
    let items = query.split(separator: "&", omittingEmptySubsequences: false)
    let kept = items.filter { item in
      !droppedQueryItems.contains(String(item.prefix { $0 != "=" }))
    }
    guard kept.count < items.count else { return address }
    reference.query = kept.isEmpty ? nil : kept.joined(separator: "&")
    return try WebAddress(reference)
  }
}
