/// Whether a picture is shown coarse while its bytes still come: events `.preview` of `ImagePipeline.task(for:)`, before `.finished`.
///
/// Previews are made where all of the picture can be shown early, and each is finer than the one before:
///
/// - progressive JPEG (ITU-T T.81 annex G): of the scans that are whole;
/// - interlaced PNG and GIF: of the passes so far;
/// - animated PNG, GIF and WebP: the first frame, once it is whole.
///
/// Others come row by row from the top (baseline JPEG, plain PNG and GIF, WebP) or cannot be decoded before their end (AVIF, HEIC, JPEG XL,
/// TIFF …). They give none: half a picture over a transparent rest is a worse thing to look at than a placeholder.
/// `DecodeOptions.allowsPartial` makes it, for who wants it.
///
/// A preview has the size, the orientation and the transforms of the picture; `ImageResponse.isPartial` is true. It is kept nowhere, neither in
/// memory nor on disk. When the load fails, the failure is what `.finished` brings.
public enum ProgressivePreviews: Hashable, Sendable {
  /// None. The default; costs nothing.
  case off
  /// One each such time at most, and the first so long after the first bytes: a picture that is whole before has none. Also not
  /// before an eighth more bytes came than the last one was made of, nor sooner after it than twice the time that it took to decode. It is made
  /// when bytes come, not when time passes. Times of zero and less set no limit.
  case on(every: Duration = .milliseconds(300))

  /// The time between two; `nil` for none.
  var interval: Duration? {
    switch self {
    case .off: nil
    case .on(let interval): interval
    }
  }
}
