/// One thing a connection does to answer a request.
enum ScriptStep {
  case send([UInt8], isBody: Bool)
  case wait(Duration)
  case hold(Latch)
  /// The last step.
  case end(LoopbackResponse.Ending)
}
