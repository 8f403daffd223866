import Alula
import Foundation

/// `alula cache`: what the disk cache holds, and putting it right.
enum CacheCommand: Command {
  static let name = "cache"
  static let summary = "What the disk cache holds: list, check, trim, empty it"
  static let help = """
    alula cache ls|stat|verify|trim|purge [--cache DIR] [OPTION…]

    Looks after a directory in which fetched pictures are kept: that of this tool, or of any program that uses Alula, also
    while that program runs.

      ls               The entries in the order in which they were stored: size, media type (or the status of what is
                       no picture), how long ago they were stored and last used, how long they are still fresh or
                       since when they are stale ("validate": their server is asked at each use), partition (in
                       quotes, or everybody), URL without its query.
      stat             Where the cache is, what it takes on disk, how many entries it holds.
      verify           Read every entry; remove what is damaged and what belongs to no entry. Makes an index that is
                       missing anew; what it named is lost then.
      trim --to SIZE   Remove what was not used for longest until no more than SIZE is taken: 50MB, 1.5GB, 800KB or
                       bytes. Some 100 KB of the index stay.
      purge            Remove everything, or everything of one partition.

      --cache DIR      The directory. Default: this tool's own, which fetch uses
                       (\(CacheChoice.standardDirectory?.path ?? "none, without a home directory")).
      --partition P    Only pictures of the partition P; "" is everybody's. For ls, stat and purge.
      --json           ls: one JSON object a line; the others: one object. Where something went wrong there is a member
                       "error": a sentence, and no number that is not known.

    Examples:
      alula cache ls
          What is there.
      alula cache stat --cache ~/.cache/my-app/images --json
          Count and size, for a script.
      alula cache trim --to 50MB
          Make room; what was used last stays.
      alula cache purge --partition account-42
          Nothing of that account is left on disk.

    ls and stat change nothing. What is not Alula's, or is of a newer Alula, is changed by none of them.

    Exit status: 0 all is well, 1 something was damaged, could not be removed or is not known, the cache cannot be opened or is
    not where --cache says, 64 wrong usage.
    """

  static func run(_ arguments: Arguments) async throws(UsageError) -> ExitStatus {
    let settings = try CacheSettings(arguments)
    switch DiskStore.presence(in: settings.directory) {
    case .present: return await look(after: settings, isIndexMissing: false)
    case .closed(let reason): return fail("\(reason).", settings)
    case .indexMissing where settings.action == .verify || settings.action == .purge:
      return await look(after: settings, isIndexMissing: true)
    case .indexMissing:
      return fail(
        "The index of this cache is missing, and nothing in it can be found: alula cache verify clears it.", settings)
    case .absent where settings.isNamed: return fail("There is no cache here.", settings)
    case .absent:
      // Looking makes nothing.
      say("There is no cache here yet; alula fetch makes it.", settings)
      return await run(settings, nil, nil)
    }
  }

  private static func look(after settings: CacheSettings, isIndexMissing: Bool) async -> ExitStatus {
    let store = makeStore(settings)
    let troubles = CacheTroubles(store)
    if isIndexMissing { await makeIndex(of: store, settings) }
    let status = await run(settings, store, troubles)
    // What the store had to say counts: a cache that cannot be opened, or was thrown away, is not "nothing left, all is well".
    let said = troubles.all
    for sentence in said { Output.error("alula: \(sentence)") }
    guard status != .pipeClosed else { return status }
    return said.isEmpty && !(isIndexMissing && settings.action == .verify) ? status : .someFailed
  }

  /// Who looks changes nothing. The others have no limits, whatever the cache's own program has set: they remove what they are told to.
  private static func makeStore(_ settings: CacheSettings) -> DiskStore {
    switch settings.action {
    case .ls, .stat: DiskStore(lookingInto: settings.directory)
    case .verify, .trim, .purge:
      DiskStore(directory: settings.directory, limits: DiskStore.Limits(size: .max, count: .max))
    }
  }

  /// What nothing names any more goes with that.
  private static func makeIndex(of store: DiskStore, _ settings: CacheSettings) async {
    var removed = ""
    if settings.action == .purge {
      let files = await store.verify().strays
      if files > 0 { removed = "; \(Counted.files(files)) of no entry removed" }
    }
    say("The index of this cache was missing and is made anew\(removed).", settings)
  }

  private static func say(_ text: String, _ settings: CacheSettings) {
    Output.error("alula: \(PictureAddress.printable(settings.directory.path)): \(text)")
  }

  private static func fail(_ text: String, _ settings: CacheSettings) -> ExitStatus {
    say(text, settings)
    if settings.isJSON {
      var object = JSONObject()
      object.add("error", text)
      Output.line(object.line)
    }
    return .someFailed
  }

  /// - Parameter store: `nil` where there is none yet.
  private static func run(_ settings: CacheSettings, _ store: DiskStore?, _ troubles: CacheTroubles?) async
    -> ExitStatus
  {
    let service = CacheService(settings: settings, store: store, troubles: troubles)
    switch settings.action {
    case .ls:
      guard let store, let troubles else { return .success }
      return await CacheListing(settings: settings, store: store, troubles: troubles).print()
    case .stat: return await service.stat()
    case .verify: return await service.verify()
    case .trim: return await service.trim()
    case .purge: return await service.purge()
    }
  }
}
