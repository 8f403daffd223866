import Alula
import Foundation

/// `alula fetch`: pictures from URLs to files.
enum FetchCommand: Command {
  static let name = "fetch"
  static let summary = "Pictures from URLs to files, as they are or at a size"
  static let help = """
    alula fetch URL… [--from LIST] [--fit WxH | --fill WxH] [--format png|jpeg|webp] [-o FILE|DIR/] [OPTION…]

    Loads pictures and writes them to files. URLs are http, https, file or data; the path of a file will do as well.
    Unless an option asks for more, the bytes are kept as they came, after a check of their length and first bytes.
    More than \(NetworkLimits().maximumBodySize) are refused.

      --from LIST      Read more URLs from the file LIST, one a line; "-" is standard input. Empty lines and lines that
                       start with "#" are skipped.
      --fit WxH        Decode to fit into W × H and write that. Never enlarges, but draws SVG at that size.
      --fill WxH       Decode to cover W × H; what is outside is cut off.
      --scale N        Pixels a point: --fit 100x100 --scale 2 makes up to 200 × 200 pixels. Default 1.
      --format F       Write png, jpeg or webp, whatever the name of the file is. Default: what -o FILE says, or else
                       the format that came (with --fit and --fill png for one that is not written, like gif).
      --quality N      0 (small) to 100 (good), for jpeg and webp. Default 85. Bytes are then never kept.
      -o FILE          Write the one picture to FILE; "-" is standard output. The suffix png, jpg (jpeg, jpe, jfif) or webp
                       says the format: a picture that came in another one is written anew, its first frame. The
                       suffix of another image format is an error unless the picture came in that and is kept. Other
                       suffixes say nothing.
      -o DIR/          Write into the directory DIR, which is made if need be. Default: the current one.
      --concurrency N  The most requests at once, also to one host. Default \(NetworkLimits().maximumRequests), \
    and \(NetworkLimits().maximumRequestsPerHost) to one host.
      --timeout S      The longest one transfer may take, in seconds. Default 30, and 15 without a sign of life.
      --retries N      How often a picture is asked for again, after a pause, that failed for a reason that may pass: no
                       connection, no answer, 408, 425, 429, 500, 502, 503, 504. Default \(RetryPolicy().attempts - 1).
      --max-pixels N   Refuse pictures whose header claims more pixels. Default \(DecodeBudget().maximumPixels).
      --header 'N: v'  Send this header field. May be given more than once.
      --cache DIR      Keep pictures in the directory DIR, at most \(DiskStore.Limits().size), and take from it what is still fresh; what
                       is stale is validated. Default: this tool's own (alula help cache).
      --no-cache       Keep nothing and look nowhere: every picture comes from its server.
      --offline        Only what the cache holds, however old; the rest fails.
      --reload         Ask every server anew, and keep what it answers.
      --partition P    Keep the pictures apart, for those of an account: alula cache purge --partition P removes them.
                       With a header field Authorization nothing is kept without it.
      --verbose, -v    A line for each picture on standard error: where it came from, what the cache decided and why;
                       also for one that failed.
      --json           One JSON object a picture, a line each, on standard output, in the order in which they end. "number"
                       is the place in the list, from 1 and without repeats; "url" has no user, password and query.
    \(ObservationSettings.help)
      --quiet          No progress, no file names, no summary; errors are still told.

    Names of files come from the end of the URL, made safe, with the extension of the real format. A name that was given
    to another URL gets -2, -3 …; files of earlier runs are replaced. Every file is whole or not there. The paths of the
    files go to standard output. A URL that is named twice is loaded once.

    Examples:
      alula fetch https://example.org/cat.jpg
          Save cat.jpg here, byte for byte.
      alula fetch https://example.org/cat.jpg --fill 300x300 --scale 2 -o cat.webp
          A square thumbnail of 600 × 600 pixels, as WebP.
      alula fetch --from urls.txt --fit 800x800 --concurrency 12 -o thumbs/ --json > done.jsonl
          Thumbnails of a whole list, with a record of each.
      alula fetch --from urls.txt --offline --cache pictures -o out/
          The same pictures again, without any network.
      grep -o 'https://[^"]*[.]png' page.html | alula fetch --from - -o icons/
          Everything that another command finds, from its first line on.

    Exit status: 0 every picture was written, 1 some was not, 64 wrong usage, 130 interrupted,
    141 nobody reads standard output any more.
    """

  static func run(_ arguments: Arguments) async throws(UsageError) -> ExitStatus {
    var settings = try FetchSettings(arguments)
    let list = try PictureList(
      names: settings.names, file: settings.listFile, readsWhole: !settings.output.takesMany)
    if !settings.output.takesMany, list.count.found > 1 {
      throw UsageError(message: "-o names one file and there are more pictures; a directory ends with \"/\".")
    }
    do throws(LoadError) {
      try settings.output.prepare()
    } catch {
      Output.error("alula: \(error.message)")
      return .someFailed
    }
    // Files and data need no cache.
    if settings.listFile != nil || settings.names.contains(where: { PictureAddress($0).isWeb }) {
      settings.cache.prepare()
    }
    return await FetchRun(settings: settings, list: list).run()
  }
}
