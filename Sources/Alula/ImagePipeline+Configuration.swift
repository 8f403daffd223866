import Foundation

extension ImagePipeline {
  /// What a pipeline is made of. Copied when the pipeline is made; changes after that have no effect on it.
  public struct Configuration: Sendable {
    /// Sends requests. Default: libcurl on Linux; `URLSession` on Apple platforms, and on Linux without the
    /// trait `Curl`.
    public var transport: any Transport
    /// Make pixels, by format. Default: every format of this build.
    public var decoders: DecoderRegistry
    /// The `Accept` field. Default, `nil`: what `decoders` decode.
    public var accept: String?
    /// Holds decoded pictures. May be shared between pipelines that decode alike. Default: its own, 100 MB.
    public var memoryCache: MemoryCache
    /// Holds responses on disk. May be shared between pipelines and processes. `nil`: nothing is kept on disk. Default:
    /// `DiskStore.standard`, 250 MB in the user's cache directory.
    public var diskStore: DiskStore?
    /// How long pictures may be used without asking their server.
    public var freshness = FreshnessRules()
    /// Whether pictures are also kept on disk at the size they were decoded to. Default `.off`.
    public var diskVariants = DiskVariants.off
    /// What of a URL does not name the picture. Default: nothing, the whole URL counts.
    public var keyNormalizer = CacheKeyNormalizer()
    /// How servers are asked and what is accepted from them.
    public var network = NetworkLimits()
    /// Whether there is a network, as far as that is known. Default: what the platform says; on Linux nobody can tell.
    public var connectivity = Connectivity.platform
    /// How many pictures are decoded at once. Default: the number of cores.
    public var maximumDecodes = ProcessInfo.processInfo.activeProcessorCount
    /// What one decode may take; never more than `memoryBudget`.
    public var decodeBudget = DecodeBudget()
    /// What the pipeline may hold in memory in all: bodies in flight, decodes, and the pictures of `memoryCache`. Default 384 MB: the default
    /// cache, the largest decode, and bodies.
    ///
    /// At the budget, visible work lets cached pictures go, the least recently used first; prefetches and other work of low priority wait, and
    /// so does what still does not fit. Connections are held back, not cut, and the wait is no part of a timeout. One piece of work always
    /// goes on, so a body that comes without room for anything is read (`NetworkLimits.maximumBodySize` bounds it). `ImagePipeline.memoryUse`
    /// has the figures. Where pipelines share one cache, each counts it as its own.
    public var memoryBudget = ByteCount.megabytes(384)
    /// Hears what happens to requests: host, state, an anonymous number. Any thread. Default: nobody.
    public var log: (@Sendable (LogLine) -> Void)?
    /// Hears what happens to requests, step by step. Any thread. Default: nobody.
    public var observer: (any PipelineObserver)?
    package var scheduling = Scheduling.standard
    package var time = CacheTime.system
    package var retryPacing = RetryPacing.system

    /// The defaults above, with another transport or cache where given, or with one decoder for every format.
    public init(
      transport: (any Transport)? = nil, decoder: (any ImageDecoder)? = nil, memoryCache: MemoryCache = MemoryCache(),
      diskStore: DiskStore? = .standard
    ) {
      self.transport = transport ?? DefaultTransport.make()
      decoders = decoder.map { DecoderRegistry(everyFormatBy: $0) } ?? .standard
      self.memoryCache = memoryCache
      self.diskStore = diskStore
    }

    /// The defaults, but nothing on disk: for tests, and where nothing may be left behind.
    public static func ephemeral(
      transport: (any Transport)? = nil, decoder: (any ImageDecoder)? = nil, memoryCache: MemoryCache = MemoryCache()
    ) -> Configuration {
      Configuration(transport: transport, decoder: decoder, memoryCache: memoryCache, diskStore: nil)
    }
  }
}
