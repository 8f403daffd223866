extension ImageRequest {
  /// The URL for people and logs: no user name, query or fragment; "data:" alone for a data: URL. `nil` for data in memory
  /// and for texts that are no URL.
  package var redactedAddress: String? { source.redacted }

  /// What the request asks for in its one normal form, so that two spellings of one URL are equal. `nil` for data in memory
  /// and for texts that are no URL.
  package var normalAddress: String? {
    switch source {
    case .web(let address): address.text
    case .file(let path): "file://\(path)"
    case .dataURL(let text): "data:\(text)"
    case .data, .invalid: nil
    }
  }
}
