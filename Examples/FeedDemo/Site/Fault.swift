import Alula
import AlulaTesting

/// What goes wrong on a bad day, for a while.
enum Fault: CaseIterable {
  case notFound, cutBody, htmlAsImage, noAnswer

  var title: String {
    switch self {
    case .notFound: "404"
    case .cutBody: "cut body"
    case .htmlAsImage: "HTML as image"
    case .noAnswer: "no answer"
    }
  }

  /// What the server says in place of `healthy`.
  func response(inPlaceOf healthy: LoopbackResponse) -> LoopbackResponse {
    switch self {
    case .notFound: .status(404)
    case .cutBody: healthy.cut(after: healthy.body.count / 2)
    case .htmlAsImage: .text("<!doctype html><title>Please log in</title>", type: "image/jpeg")
    case .noAnswer: healthy.with { $0.delay = .seconds(600) }
    }
  }

  /// Whether `code` is what a load over this fault must end with.
  func explains(_ code: LoadError.Code) -> Bool {
    switch (self, code) {
    case (.notFound, .status(404)), (.cutBody, .truncated), (.htmlAsImage, .notAnImage), (.noAnswer, .timeout): true
    default: false
    }
  }
}
