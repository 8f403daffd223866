/// One piece of time on one track of a trace.
struct TraceSlice: Sendable {
  let name: String
  let start: Duration
  /// The start again for a moment.
  var end: Duration
  var details = JSONObject()
}
