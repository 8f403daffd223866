/// The runs of a process that starts anew, over the disk store of the cold run.
struct DiskRuns: Sendable {
  /// At once.
  let restarted: Run
  /// When what was fresh for an hour is stale.
  let later: Run
  /// A day after, and the server is gone.
  let offline: Run

  var all: [Run] { [restarted, later, offline] }
}
