import AlulaTesting

@testable import Alula

/// One caller after the other: asks by chance, changes priorities, leaves, and looks at what it gets.
struct ChaosCaller: Sendable {
  let pipeline: ImagePipeline
  let chaos: ChaosServer
  let sizes: [TargetSize?]
  let cancels: Bool
  var random: SeededGenerator
  var tally = ChaosTally()

  init(
    pipeline: ImagePipeline, chaos: ChaosServer, sizes: [TargetSize?], cancels: Bool, random: SeededGenerator
  ) {
    self.pipeline = pipeline
    self.chaos = chaos
    self.sizes = sizes
    self.cancels = cancels
    self.random = random
  }

  mutating func load() async {
    let kind = ChaosServer.Kind.allCases[Int.random(in: 0..<ChaosServer.Kind.allCases.count, using: &random)]
    let number = Int.random(in: ChaosServer.numbers, using: &random)
    let size = sizes[Int.random(in: 0..<sizes.count, using: &random)]
    guard var request = try? ImageRequest(chaos.url(kind, number), target: size) else { return }
    request.priority = priority()
    let task = pipeline.task(for: request)
    let events = task.events
    for _ in 0..<Int.random(in: 0..<80, using: &random) {
      await Task.yield()
      if Int.random(in: 0..<20, using: &random) == 0 { task.priority = priority() }
    }
    let leaves = cancels && Int.random(in: 0..<3, using: &random) == 0
    if leaves { task.cancel() }
    var ends: [Result<ImageResponse, LoadError>] = []
    for await event in events { if case .finished(let end) = event { ends.append(end) } }
    judge(ends, of: kind, number, leaves: leaves)
  }

  private mutating func priority() -> Priority {
    Priority.allCases[Int.random(in: 0..<Priority.allCases.count, using: &random)]
  }

  private mutating func judge(
    _ ends: [Result<ImageResponse, LoadError>], of kind: ChaosServer.Kind, _ number: Int, leaves: Bool
  ) {
    let name = "\(kind.rawValue)/\(number)"
    guard ends.count == 1, let end = ends.first else { return tally.faults.append("\(name) ended \(ends.count) times") }
    tally.counts.add(end)
    switch end {
    case .success(let response):
      if kind.neverEndsWell { tally.faults.append("\(name) ended well") }
      if ChaosServer.number(in: response.image) != number { tally.faults.append("\(name) is another picture") }
    case .failure(let error) where error.isCancelled:
      if !leaves { tally.faults.append("\(name) was cancelled by nobody") }
    case .failure(let error):
      if kind.alwaysEndsWell { tally.faults.append("\(name): \(error)") }
    }
    let held = pipeline.memoryCache.statistics.cost
    if held > pipeline.memoryCache.costLimit { tally.faults.append("memory holds \(held)") }
  }
}

/// What callers saw.
struct ChaosTally: Sendable {
  var counts = MetricsTally()
  var faults: [String] = []

  mutating func add(_ other: ChaosTally) {
    counts.add(other.counts)
    faults += other.faults
  }
}
