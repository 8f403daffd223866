#if os(Linux)
  import AlulaTesting
  import Foundation

  @testable import Alula

  /// A pipeline over a scripted body that comes in pieces, each when the test says, on an executor and a clock of its own.
  struct PreviewScene {
    static let interval = Duration.milliseconds(300)

    let scene: RetryScene
    let decoder = PartWatch()
    var pipeline: ImagePipeline { scene.pipeline }
    var cache: MemoryCache { scene.pipeline.memoryCache }

    init(_ configure: (inout ImagePipeline.Configuration) -> Void = { _ in }) {
      let decoder = decoder
      scene = RetryScene {
        $0.decoders = DecoderRegistry(everyFormatBy: decoder)
        $0.network.retry = .none
        configure(&$0)
      }
    }

    func request(
      _ previews: ProgressivePreviews = .on(), target: TargetSize? = nil
    ) throws(LoadError) -> ImageRequest {
      try scene.request {
        $0.progressivePreviews = previews
        $0.target = target
      }
    }

    /// The body of the next answer: its pieces, a hold behind each but the last.
    func serve(
      _ pieces: [Data], status: Int = 200, type: String = "image/jpeg", failing code: TransportError.Code? = nil
    ) {
      scene.transport.on(RetryScene.url, Self.answer(pieces, status: status, type: type, failing: code))
    }

    static func answer(
      _ pieces: [Data], status: Int = 200, type: String = "image/jpeg", headers: HTTPHeaders = [:],
      failing code: TransportError.Code? = nil
    ) -> FakeAnswer {
      var fields: HTTPHeaders = ["Content-Type": type, "Content-Length": "\(pieces.map(\.count).reduce(0, +))"]
      for field in headers { fields.append(field.name, field.value) }
      var parts: [FakeAnswer.Part] = [.head(HTTPResponseHead(status: status, headers: fields))]
      for (index, piece) in pieces.enumerated() {
        if index > 0 { parts.append(.hold) }
        parts.append(.body([UInt8](piece)))
      }
      if code != nil { parts.append(.hold) }
      return FakeAnswer(parts, end: code.map { .failure(TransportError($0, "scripted")) })
    }

    /// Starts a load and lets the first piece come.
    func begin(_ request: ImageRequest) -> (task: ImageTask, events: AsyncStream<LoadEvent>) {
      let task = pipeline.task(for: request)
      let events = task.events
      scene.executor.drain()
      return (task, events)
    }

    /// Time passes, and then the next piece comes and all that it brings is done.
    func next(after time: Duration = interval) {
      scene.clock.advance(by: time)
      scene.transport.release(RetryScene.url)
      scene.executor.drain()
    }

    /// All of the pieces that are left.
    func rest(_ count: Int, each time: Duration = interval) { for _ in 0..<count { next(after: time) } }

    /// A progressive JPEG, cut at the beginning of each scan.
    static func pieces(_ file: Data) -> [Data] {
      let cuts = [0] + ArrivingFiles.scans(file).dropFirst() + [file.count]
      return zip(cuts, cuts.dropFirst()).map { Data(file[$0..<$1]) }
    }
  }

  /// The default decoder. Counts previews and pictures apart, and may do something amid a preview.
  final class PartWatch: ImageDecoder {
    private struct State {
      var sizes: [Int] = []
      var during: (@Sendable (Data) throws(LoadError) -> Void)?
    }

    private let state = Locked(State())

    /// The sizes of the data that were decoded.
    var sizes: [Int] { state.withLock { $0.sizes } }

    func beforeEach(_ action: @escaping @Sendable (Data) throws(LoadError) -> Void) {
      state.withLock { $0.during = action }
    }

    func decode(_ data: Data, options: DecodeOptions) throws(LoadError) -> Bitmap {
      let during = state.withLock { state in
        state.sizes.append(data.count)
        return state.during
      }
      try during?(data)
      return try DefaultImageDecoder().decode(data, options: options)
    }
  }

  /// What a finished load told, in order.
  struct Told {
    var previews: [ImageResponse] = []
    var result: Result<ImageResponse, LoadError>?
    /// Whether nothing came after the end.
    var endsWell = true

    /// Only for loads that have ended or will.
    init(_ events: AsyncStream<LoadEvent>) async {
      for await event in events {
        endsWell = endsWell && result == nil
        switch event {
        case .progress: break
        case .preview(let preview): previews.append(preview)
        case .finished(let result): self.result = result
        }
      }
      endsWell = endsWell && result != nil
    }
  }
#endif
