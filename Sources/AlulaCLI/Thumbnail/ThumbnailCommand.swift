import Alula
import Foundation

/// `alula thumbnail`: pictures at another size and shape, to files.
enum ThumbnailCommand: Command {
  static let name = "thumbnail"
  static let summary = "Pictures at another size or shape to files; placeholder texts"
  static let help = """
    alula thumbnail FILE|URL… -o FILE|DIR/ [--fit WxH | --fill WxH] [OPTION…]

    Decodes the first frame of each picture, upright, changes it, and writes it. "-" is standard input; http, https, file
    and data URLs are loaded. What is done is done in the order of this list, whatever the order on the command line:

      --fit WxH        Make it fit into W × H. Never enlarges, but draws SVG at that size.
      --fill WxH       Make it cover W × H; what is outside is cut off.
      --crop WxH       Keep a part of W × H, and nothing is made smaller.
      --focus X,Y      What --fill, --crop and --circle keep near the middle: fractions from the left and the top, 0 to 1.
                       Default 0.5,0.5.
      --mono           Grey by luma (BT.709).
      --tint COLOR     Lay a colour over it where it is: #rrggbb or #rgb paints a silhouette, #rrggbbaa or #rgba lets it shine through.
      --blur N         Gaussian blur with a standard deviation of N.
      --circle         Cut the largest square and mask it to a circle.
      --round N        Cut the corners round with radius N.
      --border NCOLOR  A border inside the edges, N wide, as in 2#ffffff. Follows --circle and --round.

      --scale N        Pixels a point: all sizes and lengths above count N times. Default 1.
      -o FILE          Write the one picture to FILE; "-" is standard output. The suffix png, jpg (jpeg, jpe, jfif) or webp
                       says the format.
      -o DIR/          Write into the directory DIR, which is made if need be, under the names that the pictures have.
                       Pictures that are read are never written over.
      --format F       Write png, jpeg or webp, whatever the name of the file is. Default without a suffix: the format that
                       came; png for one that is not written, and for a jpeg that has become transparent.
      --quality N      0 (small) to 100 (good), for jpeg and webp. Default 85. From 90 on a jpeg keeps its colours whole.
      --blurhash       Say the BlurHash of what was made. -o may then be left out.
      --thumbhash      Say the ThumbHash of what was made, in base 64. -o may then be left out.
      --max-pixels N   Refuse pictures whose header claims more pixels. Default \(DecodeBudget().maximumPixels).
      --json           One JSON object a picture, a line each, on standard output.

    A jpeg shows what is transparent as white. Every file is whole or not there. The paths of the files go to standard
    output, hashes as "NAME: blurhash TEXT"; with -o - they go to standard error.

    Examples:
      alula thumbnail photo.jpg --fill 300x300 --focus 0.5,0.2 -o face.webp
          A square that keeps what is near the top.
      alula thumbnail https://example.org/me.jpg --fill 96x96 --scale 2 --circle --border 2#ffffff -o me.png
          A round picture of 192 × 192 pixels with a white rim.
      alula thumbnail *.jpg --fit 800x800 --blurhash --json -o thumbs/
          Thumbnails of many pictures, with placeholder texts for a data base.

    Exit status: 0 every picture was made, 1 some was not, 64 wrong usage.
    """

  static func run(_ arguments: Arguments) async throws(UsageError) -> ExitStatus {
    let settings = try ThumbnailSettings(arguments)
    do throws(LoadError) {
      try settings.output?.prepare()
    } catch {
      Output.error("alula: \(error.message)")
      return .someFailed
    }
    let maker = ThumbnailMaker(settings: settings)
    let isComplete = await makeAll(settings, maker)
    if Output.isPipeClosed { return .pipeClosed }
    return isComplete ? .success : .someFailed
  }

  /// Makes every picture, as many at once as there are cores; each is told when it ends.
  private static func makeAll(_ settings: ThumbnailSettings, _ maker: ThumbnailMaker) async -> Bool {
    let width = ProcessInfo.processInfo.activeProcessorCount
    return await withTaskGroup(of: ThumbnailOutcome.self) { group in
      var isComplete = true
      var running = 0
      func finishOne() async {
        guard let outcome = await group.next() else { return }
        running -= 1
        isComplete = isComplete && outcome.error == nil
        outcome.tell(settings)
      }
      for name in settings.names {
        if running >= width { await finishOne() }
        if Output.isPipeClosed { break }
        let file = maker.reserveName(for: name)
        group.addTask { await maker.make(name, file) }
        running += 1
      }
      while running > 0 { await finishOne() }
      return isComplete
    }
  }
}
