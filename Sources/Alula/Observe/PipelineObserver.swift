/// Hears what happens to the requests of a pipeline, as it happens.
///
///     struct Counting: PipelineObserver {
///       func observe(_ event: PipelineEvent) { if case .failed = event.kind { … } }
///     }
///
/// Set as `ImagePipeline.Configuration.observer`. Without one a request costs one check. `LogObserver` writes to a logger and
/// `SignpostObserver` (Apple) to Instruments.
public protocol PipelineObserver: Sendable {
  /// Something happened.
  ///
  /// Called on the thread where it happened (the caller's, a network thread, a decoding thread, any), at the same time from several, and never
  /// under a lock of the pipeline's. Must return soon: the request waits.
  func observe(_ event: PipelineEvent)
}
