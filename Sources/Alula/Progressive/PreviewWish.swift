/// What a waiter wants while its flight flies.
struct PreviewWish<Value: Sendable>: Sendable {
  let every: Duration
  let receive: @Sendable (Value) -> Void
}
