import Alula
import AlulaTesting

/// What the demo looks at after its runs.
struct Promises {
  let site: FeedSite
  let cold: Run
  let warm: Run
  let faulty: Run
  let again: Run
  let disk: DiskRuns
  let faults: [Int: Fault]
  let decoded: [WatchedDecoder.Counts]
  /// Whether the watch knows the main actor's thread, asked on the main actor.
  let seesMainThread: Bool

  func all() throws(LoadError) -> [Promise] {
    let match = try PictureMatch(album: PhotoAlbum.photographs)
    return requestPromises + [picturePromise(cold, match), trapPromise] + warmPromises + faultPromises
      + againPromises + diskPromises + [threadPromise, capPromise]
  }

  // MARK: Cold

  private var requestPromises: [Promise] {
    let redirects = site.rows.count { $0.trap == .redirect }
    let expected = cold.distinctURLs + redirects
    let limit = NetworkLimits().maximumRequestsPerHost
    let most = site.server.counters.maximumRequestsAtOnce
    return [
      Promise(
        "cold: requests = distinct URLs (\(cold.distinctURLs) + \(redirects) redirect = \(cold.requests.count)), none twice",
        cold.requests.count == expected && Set(cold.requests.map(\.target)).count == expected),
      Promise("never more than \(limit) requests at once to one host (most: \(most))", most <= limit),
    ]
  }

  private func picturePromise(_ run: Run, _ match: PictureMatch) -> Promise {
    let wrong = run.pictures.filter { result in
      guard let response = result.picture, let photograph = site.rows[result.row].photograph else { return true }
      return response.image.size != PixelSize(width: 192, height: 192) || !match.shows(photograph, response.image)
    }
    return Promise(
      "\(run.name): \(run.pictures.count) pictures of 192×192, each the right one and the right way up"
        + (wrong.isEmpty ? "" : "; wrong in rows \(wrong.map(\.row))"), wrong.isEmpty)
  }

  private var trapPromise: Promise {
    let wrong = cold.results.filter { result in
      let row = site.rows[result.row]
      switch result.outcome {
      case .picture: return row.photograph == nil
      case .placeholder: return row.trap != .noImage && row.trap != .emptyURL
      case .failed(let error): return row.trap?.explains(error.code) != true
      }
    }
    let traps = site.rows.count { $0.trap != nil }
    return Promise(
      "cold: each of the \(traps) traps ended as it must, every other row with its picture"
        + (wrong.isEmpty ? "" : "; not so in rows \(wrong.map(\.row))"), wrong.isEmpty)
  }

  // MARK: Warm

  private var warmPromises: [Promise] {
    [
      Promise(
        "warm: \(warm.requests.count) requests and \(warm.decodes) decodes", warm.requests.isEmpty && warm.decodes == 0),
      Promise(
        "warm: \(warm.pictures(from: .memory)) of \(warm.results.count) rows answered from memory, in the same turn",
        warm.pictures(from: .memory) == warm.results.count),
    ]
  }

  // MARK: Faults

  private var faultPromises: [Promise] {
    let explained = faulty.results.filter { result in
      guard let error = result.error else { return false }
      return (faults[result.row]?.explains(error.code) ?? site.rows[result.row].trap?.explains(error.code)) == true
    }
    let unharmed = cold.pictures.count { faults[$0.row] == nil && !sharesFault($0.row) }
    let kept = Run.distinctURLs(of: faulty.pictures)
    let sharing = kept == faulty.pictures.count ? "" : "; two rows share one"
    return [
      Promise(
        "with faults: all \(faulty.failures.count) failures are typed errors of the right kind (\(faults.count) injected)",
        explained.count + rowsSharingFaults == faulty.failures.count),
      Promise(
        "with faults: the other \(unharmed) pictures are there all the same", faulty.pictures.count == unharmed),
      Promise(
        "with faults: nothing of a failure is kept (\(faulty.memory.count) in memory = \(kept) pictures\(sharing))",
        faulty.memory.count == kept),
    ]
  }

  /// Whether `row` shows the URL of a broken row before it.
  private func sharesFault(_ row: Int) -> Bool { site.rows[row].trap == .sameURL && faults[row - 1] != nil }

  private var rowsSharingFaults: Int { site.rows.indices.count { sharesFault($0) } }

  // MARK: Healed

  private var againPromises: [Promise] {
    let failed = Run.distinctURLs(of: faulty.failures)
    return [
      Promise(
        "healed: only what had failed is asked for again (\(failed) URLs, \(again.requests.count) requests)",
        again.requests.count == failed),
      Promise(
        "healed: every picture of the cold run is there, the same to the last byte",
        again.pictures.map(\.row) == cold.pictures.map(\.row) && isSamePixels(again, cold)),
    ]
  }

  private func isSamePixels(_ left: Run, _ right: Run) -> Bool {
    zip(left.pictures, right.pictures).allSatisfy { left, right in
      guard let left = left.picture?.image, let right = right.picture?.image else { return false }
      return left.withUnsafeBytes { left in right.withUnsafeBytes { right in left.elementsEqual(right) } }
    }
  }

  // MARK: Disk

  private var diskPromises: [Promise] {
    let stale = Set(cold.pictures.filter { isStaleLater($0.row) }.compactMap(\.entry.imageURL)).count
    let shown = disk.all.allSatisfy { run in
      run.pictures.map(\.row) == cold.pictures.map(\.row) && isSamePixels(run, cold)
    }
    return [
      Promise(
        "restarted: \(disk.restarted.requests.count) requests; all \(disk.restarted.pictures(from: .disk)) pictures are on disk and fresh",
        disk.restarted.requests.isEmpty && disk.restarted.pictures(from: .disk) == cold.pictures.count),
      Promise(
        "2 hours later: one conditional request for each stale URL (\(disk.later.conditionalRequests) of \(stale)), no other, no body (\(disk.later.bodyBytes))",
        disk.later.requests.count == stale && disk.later.conditionalRequests == stale && disk.later.bodyBytes == .zero),
      Promise(
        "offline: every picture is still there (\(disk.offline.stalePictures) of \(disk.offline.pictures.count) stale)",
        disk.offline.failures.isEmpty && disk.offline.stalePictures > 0),
      Promise("restarted, 2 hours later, offline: the same pictures as in the cold run, to the last byte", shown),
    ]
  }

  /// Whether the row's picture was fresh for an hour only. A row may show the address of the one before it.
  private func isStaleLater(_ row: Int) -> Bool {
    !SiteRows.isForAYear(site.rows[row].trap == .sameURL ? row - 1 : row)
  }

  // MARK: Always

  private var threadPromise: Promise {
    let (decodes, onMain) = decoded.reduce((0, 0)) { ($0.0 + $1.decodes, $0.1 + $1.onMainThread) }
    // Only a watch that knows the main thread when it is there says anything.
    return Promise("no decode on the main thread (\(onMain) of \(decodes))", onMain == 0 && seesMainThread)
  }

  private var capPromise: Promise {
    let most = ([cold, warm, faulty, again] + disk.all).map(\.memory.cost).max() ?? .zero
    let cap = MemoryCache().costLimit
    return Promise("pictures held in memory stay under their cap (\(most) of \(cap))", most <= cap)
  }
}
