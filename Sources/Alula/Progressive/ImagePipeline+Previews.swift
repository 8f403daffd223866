extension ImagePipeline {
  /// The previews of a load of `request`, for those who wait for `flight`.
  func previews(
    of request: ImageRequest, _ key: ImageKey, _ flight: FlightContext<ImageKey, ImageResponse>
  ) -> Previews {
    let plan = Previews.Plan(
      options: key.options, transforms: request.transforms, priority: flight.priority,
      format: { [web] head, data in try? web.format(head, data) },
      deliver: { flight.report(preview: $0) })
    return Previews(plan, decoder: previewing, now: configuration.time.steady, scheduling: configuration.scheduling)
  }
}
