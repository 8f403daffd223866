import Foundation

extension ImagePipeline {
  /// What a pipeline is made of. Copied when the pipeline is made; changes after that have no effect on it.
  public struct Configuration: Sendable {
    /// Sends requests. Default: libcurl on Linux; `URLSession` on Apple platforms, and on Linux without the
    /// trait `Curl`.
    public var transport: any Transport
    /// Makes pixels. Default: every format of this build.
    public var decoder: any ImageDecoder
    /// The `Accept` field. Default: what `DefaultImageDecoder` decodes. Another decoder does not
    /// change it: set both.
    public var accept: String
    /// Holds decoded pictures. May be shared between pipelines that decode alike. Default: its own, 100 MB.
    public var memoryCache: MemoryCache
    /// How servers are asked and what is accepted from them.
    public var network = NetworkLimits()
    /// How many pictures are decoded at once. Default: the number of cores.
    public var maximumDecodes = ProcessInfo.processInfo.activeProcessorCount
    /// What one decode may take.
    public var decodeBudget = DecodeBudget()
    /// Hears what happens to requests: host, state, an anonymous number. Any thread. Default: nobody.
    public var log: (@Sendable (LogLine) -> Void)?
    package var scheduling = Scheduling.standard

    /// The defaults above, with another transport, decoder or cache where given.
    public init(
      transport: (any Transport)? = nil, decoder: (any ImageDecoder)? = nil, memoryCache: MemoryCache = MemoryCache()
    ) {
      self.transport = transport ?? DefaultTransport.make()
      self.decoder = decoder ?? DefaultImageDecoder()
      accept = DefaultImageDecoder.accept
      self.memoryCache = memoryCache
    }
  }
}
