import Alula

/// How one row of the list ended.
struct RowResult: Sendable {
  enum Outcome: Sendable {
    case picture(ImageResponse)
    case failed(LoadError)
    /// The feed names no image.
    case placeholder
  }

  let row: Int
  let entry: FeedEntry
  let outcome: Outcome
  /// From asking to the end.
  let time: Duration

  var picture: ImageResponse? { if case .picture(let response) = outcome { response } else { nil } }
  var error: LoadError? { if case .failed(let error) = outcome { error } else { nil } }
}
