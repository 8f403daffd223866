import Foundation

/// The previews of one load of a picture: at most one is made at a time, in a task of its own, which nobody waits for and which ends with the
/// load of the bytes.
final class Previews: Sendable {
  /// What the picture is made of, and how.
  struct Plan: Sendable {
    let options: DecodeOptions
    let transforms: [AnyImageTransform]
    let priority: LivePriority
    /// The format of a body whose beginning, with that head, may be shown; `nil` for what the load will refuse.
    let format: @Sendable (HTTPResponseHead, Data) -> ImageFormat?
    let deliver: @Sendable (ImageResponse) -> Void
  }

  private struct State {
    var schedule = PreviewSchedule()
    /// The transfer that is read. A retry has another.
    var body: PartialBody?
    var picture: PartialPicture?
    /// Whether no more will be found in it.
    var isDone = false
    var task: Task<Void, Never>?
    /// What came while one was made.
    var missed: (arrival: BodyProgress, interval: Duration)?
    var isOver = false

    mutating func read(_ newBody: PartialBody) {
      if let body, body.isSame(as: newBody) { return }
      (body, picture, isDone) = (newBody, nil, false)
    }
  }

  /// A part of the body, copied.
  private struct Copy: Sendable {
    let file: Data
    let part: PreviewPart
    let format: ImageFormat
    let url: String
    /// For the file.
    let grant: MemoryGrant
  }

  private struct Made: Sendable {
    /// `nil` when it could not be decoded.
    let response: ImageResponse?
    let work: PreviewSchedule.Work
  }

  private let plan: Plan
  private let decoder: PreviewDecoder
  private let now: @Sendable () -> Duration
  private let spawn: @Sendable (@escaping @Sendable () async -> Void) -> Task<Void, Never>
  private let state = Locked(State())

  init(_ plan: Plan, decoder: PreviewDecoder, now: @escaping @Sendable () -> Duration, scheduling: Scheduling) {
    self.plan = plan
    self.decoder = decoder
    self.now = now
    spawn = scheduling.spawn
  }

  /// More of the body came.
  /// - Parameter interval: the time between two previews; `nil` when nobody wants any.
  func look(_ arrival: BodyProgress, every interval: Duration?) {
    guard let interval, decoder.hasTime else { return }
    let now = now()
    state.withLock { state in
      guard !state.isOver else { return }
      state.read(arrival.body)
      guard !state.isDone,
        state.schedule.begin(bytes: arrival.progress.received.bytes, every: interval, now: now)
      else {
        if state.schedule.isRunning { state.missed = (arrival, interval) }
        return
      }
      state.task = spawn { [self] in await make(of: arrival.body) }
    }
  }

  /// The bytes are there, or will not come: what is being made is stopped and shown to nobody.
  func end() {
    let task = state.withLock { state in
      state.isOver = true
      (state.body, state.picture, state.missed) = (nil, nil, nil)
      defer { state.task = nil }
      return state.task
    }
    task?.cancel()
  }

  private func make(of body: PartialBody) async {
    let made = await decoder.run(plan.priority) { [self] in decode(body) }
    let next = state.withLock { state in
      state.schedule.end(made?.work)
      defer { state.missed = nil }
      return (response: state.isOver ? nil : made?.response, missed: state.missed)
    }
    if let response = next.response { plan.deliver(response) }
    // Where there was nothing to show yet, there may be now, and no more bytes may come for a while.
    if let missed = next.missed { look(missed.arrival, every: missed.interval) }
  }

  // MARK: On the thread of previews

  private func decode(_ body: PartialBody) -> Made? {
    guard !Task.isCancelled, let copy = copy(body) else { return nil }
    let began = now()
    let bitmap = MemoryGrant.$current.withValue(decoder.grant()) { image(of: copy) }
    let work = PreviewSchedule.Work(bytes: copy.part.count, began: began, ended: now())
    return Made(response: bitmap.map { response($0, copy) }, work: work)
  }

  /// The part that is worth showing now, if there is one.
  private func copy(_ body: PartialBody) -> Copy? {
    let (known, least) = state.withLock { state in (state.picture, state.schedule.leastBytes) }
    let grant = decoder.grant()
    let found = body.read { head, url, data -> (picture: PartialPicture?, copy: Copy?, isDone: Bool) in
      guard let format = plan.format(head, data), var picture = known ?? PartialPicture(format) else {
        return (nil, nil, true)
      }
      return data.withBytes { bytes in
        switch picture.look(ByteReader(bytes), least: least) {
        case .notYet: (picture, nil, false)
        case .never: (picture, nil, true)
        case .part(let part) where !grant.raise(to: part.count): (picture, nil, false)
        case .part(let part):
          (
            picture,
            Copy(file: part.file(ByteReader(bytes)), part: part, format: format, url: url, grant: grant),
            part.isWholeFrame
          )
        }
      }
    }
    guard let found else { return nil }
    state.withLock { state in
      // Another transfer may have begun.
      guard let current = state.body, current.isSame(as: body) else { return }
      (state.picture, state.isDone) = (found.picture, found.isDone)
    }
    return found.copy
  }

  /// `nil` for what cannot be decoded: the whole will tell why.
  private func image(of copy: Copy) -> Bitmap? {
    var options = plan.options
    options.allowsPartial = copy.part.isCut
    do throws(LoadError) {
      let bitmap = try decoder.decoder.decode(copy.file, options: options)
      // Of a picture without alpha whose first pass has not come as far.
      guard !copy.part.isCut || bitmap.hasAllRows(of: copy.file) else { return nil }
      return try bitmap.applying(plan.transforms, within: options.budget)
    } catch { return nil }
  }

  private func response(_ image: Bitmap, _ copy: Copy) -> ImageResponse {
    var response = ImageResponse(
      image: image, source: .network, format: copy.format, encodedSize: ByteCount(copy.part.count), url: copy.url)
    response.isPartial = true
    // For no cache.
    response.freshness = .never
    return response
  }
}

extension Bitmap {
  /// Whether no corner of a picture without alpha is missing, as where rows are.
  fileprivate func hasAllRows(of file: Data) -> Bool {
    guard isPartial, let header = try? ImageHeader.read(file), !header.hasAlpha else { return true }
    return withUnsafeBytes { bytes in
      let last = (height - 1) * bytesPerRow
      return [3, bytesPerRow - 1, last + 3, last + bytesPerRow - 1].allSatisfy { bytes[$0] == 255 }
    }
  }
}
