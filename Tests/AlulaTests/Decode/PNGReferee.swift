#if os(Linux)
  import Foundation
  import Testing

  @testable import Alula

  /// Our PNG rows against libpng's.
  enum PNGReferee {
    static func decode(_ job: DecodeJob, by route: PNGRoute) -> Result<Bitmap, LoadError> {
      Result { () throws(LoadError) in try PNGDecoder.decode(job, by: route) }
    }

    /// Whether `one` and `other` are the same picture, or the same error in the same words.
    static func areSame(_ one: Result<Bitmap, LoadError>, _ other: Result<Bitmap, LoadError>) -> Bool {
      switch (one, other) {
      case (.success(let one), .success(let other)):
        one.size == other.size && one.withUnsafeBytes { one in other.withUnsafeBytes { isEqual(one, $0) } }
      case (.failure(let one), .failure(let other)): one.code == other.code && "\(one)" == "\(other)"
      default: false
      }
    }

    /// As many times faster than `==` in a debug build as a byte takes calls there.
    private static func isEqual(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
      guard one.count == other.count, let first = one.baseAddress, let second = other.baseAddress else { return false }
      return memcmp(first, second, one.count) == 0
    }

    /// Decodes both ways, whole, small and cut. What we stream are libpng's pixels, and what we do not stream is libpng's answer.
    /// - Parameter streams: Whether our own reader must have read it; `nil` when it may.
    static func check(
      _ data: Data, streams: Bool?, _ name: @autoclosure () -> String, options: DecodeOptions = DecodeOptions(),
      targets: [TargetSize?] = [nil, .pixels(9, 9), .pixels(5, 12, mode: .fill)]
    ) {
      for target in targets {
        var options = options
        options.target = target
        var job = DecodeJob(data: data, options: options)
        // Straight alpha hides no colour but those under alpha 0. It makes no difference to how rows are read.
        job.keepsStraightAlpha = target == nil
        let theirs = decode(job, by: .libpng)
        let streamed = decode(job, by: .stream)
        let isStreamed = if case .success = streamed { true } else { false }
        if let streams { #expect(isStreamed == streams, "\(name())") }
        let ours = isStreamed ? streamed : decode(job, by: .either)
        #expect(areSame(ours, theirs), "\(name()) \(String(describing: target))")
      }
    }
  }
#endif
