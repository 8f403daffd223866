/// Who asks, as observers may know it. Travels with the work it began.
struct Ask: Sendable {
  /// 0: nobody who is counted.
  let number: Int
  let host: String
  let began: Duration

  static let uncounted = Ask(number: 0, host: "", began: .zero)
}

extension ImageRequest {
  /// What observers may know of where it leads.
  var publicHost: String {
    switch source {
    case .web(let address): address.host
    case .file: "file"
    case .dataURL, .data: "data"
    case .invalid: ""
    }
  }
}
