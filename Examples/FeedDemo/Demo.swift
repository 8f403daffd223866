import Alula
import AlulaTesting
import Foundation

/// The whole demo, top to bottom.
@MainActor
struct Demo {
  let options: DemoOptions
  let console: Console

  private static let faultShare = 0.2

  /// - Returns: whether every promise was kept.
  func run() async throws -> Bool {
    let site = try await openSite()
    defer { site.server.stop() }

    let feed = try await TextDownload.data(from: site.feedURL, over: DefaultTransport.make())
    let entries = try FeedEntry.entries(in: feed)
    let all = Array(entries.indices)
    console.say(
      "The feed has \(entries.count) rows (\(ByteCount(feed.count)) of JSON), \(trapCount(site)) of them traps.\n")

    let folder = try DemoFolder()
    let clock = DemoClock()
    // A pipeline as an app makes it: every limit is the default.
    let first = Stage(site: site, entries: entries, console: console, disk: folder.store(), clock: clock)
    let cold = await first.run("cold", all)
    let warm = await first.run("warm", cold.pictures.map(\.row))

    // A second one, with nothing in memory, meets a server on a bad day. It waits three seconds, not fifteen.
    let second = Stage(site: site, entries: entries, console: console, patience: .seconds(3))
    let faults = site.injectFaults(share: Self.faultShare)
    let faulty = await second.run("with faults", all)
    site.heal()
    let again = await second.run("healed", all)
    let disk = await diskRuns(site, entries, cold.pictures.map(\.row), folder, clock)

    let runs = [cold, warm, faulty, again]
    if options.isVerbose { sayRows(of: runs + disk.all) }
    for runs in [runs, disk.all] {
      console.say()
      for line in RunTable(runs: runs).lines { console.say(line) }
    }
    console.say("  The server, its files and what making them left behind are part of the peak memory.")
    try writeSheets(cold, faulty, faults: faults.count)
    let promises = Promises(
      site: site, cold: cold, warm: warm, faulty: faulty, again: again, disk: disk, faults: faults,
      decoded: [first.decoder.counts, second.decoder.counts],
      seesMainThread: MainThreadMark.isHere)
    return report(try promises.all())
  }

  // MARK: Steps

  /// The app is started anew, three times: nothing is in memory, the disk has what the cold run left.
  private func diskRuns(
    _ site: FeedSite, _ entries: [FeedEntry], _ rows: [Int], _ folder: DemoFolder, _ clock: DemoClock
  ) async -> DiskRuns {
    func start() -> Stage {
      Stage(site: site, entries: entries, console: console, disk: folder.store(), clock: clock)
    }
    let restarted = await start().run("restarted", rows)
    clock.pass(.seconds(2 * 3600))
    let later = await start().run("2 hours later", rows)
    clock.pass(.seconds(24 * 3600))
    site.server.stop()
    let offline = await start().run("offline", rows)
    return DiskRuns(restarted: restarted, later: later, offline: offline)
  }

  private func openSite() async throws -> FeedSite {
    console.say(
      "Alula's feed demo: pictures of 1 to 12 megapixels from a server at 127.0.0.1, for cells of 192×192 pixels.")
    let clock = ContinuousClock()
    let start = clock.now
    let count = PhotoAlbum.photographs.count
    let files = try await PhotoAlbum.files { console.progress("photographs", $0, of: count) }
    let bytes = files.joined().reduce(0) { $0 + $1.bytes.count }
    let sharing = options.entries > files.joined().count ? " (some are served under several URLs)" : ""
    console.finish(
      "photographs",
      "\(count) made, \(files.joined().count) files, \(ByteCount(bytes))\(sharing), in \(start.duration(to: clock.now).short)"
    )
    return try FeedSite(files: files, count: options.entries)
  }

  private func trapCount(_ site: FeedSite) -> Int { site.rows.count { $0.trap != nil } }

  private func sayRows(of runs: [Run]) {
    for run in runs {
      console.say("\n\(run.name):")
      for line in RunTable.rowLines(of: run) { console.say(line) }
    }
  }

  private func writeSheets(_ cold: Run, _ faulty: Run, faults: Int) throws {
    let folder = URL(fileURLWithPath: options.output, isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    console.say()
    for (name, title, run) in [
      ("contact-sheet", "Alula: a feed, cold", cold),
      ("contact-sheet-faults", "Alula: a feed with \(faults) injected faults", faulty),
    ] {
      let subtitle = [
        "\(run.results.count) rows", "\(run.pictures.count) pictures", "errors: \(run.failures.count)",
        "no image: \(run.placeholders)", "\(run.requests.count) requests", "\(run.bytesOnWire)",
      ]
      let file = folder.appendingPathComponent(name + ".png")
      try ContactSheet(title: title, subtitle: subtitle.joined(separator: ", "), results: run.results).write(to: file)
      console.say("  wrote \(options.output)/\(name).png")
    }
  }

  private func report(_ promises: [Promise]) -> Bool {
    console.say("\nPromises, looked at in these runs:")
    for promise in promises { console.say(promise.line) }
    let broken = promises.count { !$0.isKept }
    console.say()
    console.say(broken == 0 ? "All \(promises.count) are kept." : "\(broken) of \(promises.count) BROKEN.")
    return broken == 0
  }
}
