"""One file, decoded and compared with what is expected of it."""
import os

from .decode_run import DecodeRun
from .pixels import average, premultiplied, psnr, read_png

MEMORY_LIMIT = 300e6


class FileCheck:
    """Runs the tool on a file as often as its expectation needs, and finds the first fault."""

    def __init__(self, binary, folder, expected, pixels):
        self.expected, self.note = expected, None
        self.folder = folder
        self.runs = []
        self.path = path = os.path.join(folder, expected.name)
        self.decode = lambda *options: self.keep(DecodeRun(binary, path, pixels, options))
        self.decode_small = lambda: self.keep(DecodeRun(binary, path, pixels + "-small", ("--fit", "300x300")))
        self.first = self.decode("--straight", "--no-color-management")
        self.wrong = self.find_fault()

    def keep(self, run):
        self.runs.append(run)
        return run

    @property
    def has_crashed(self):
        return any(run.has_crashed for run in self.runs)

    @property
    def has_hung(self):
        return any(run.has_hung for run in self.runs)

    @property
    def seconds(self):
        return max(run.seconds for run in self.runs)

    @property
    def memory(self):
        return max(run.memory for run in self.runs)

    def is_skipped(self, left_out):
        return self.expected.format in left_out and self.first.is_unsupported and not self.has_sniffed_wrong()

    def fault(self, left_out, base):
        """Why the file has not passed, or nothing."""
        if self.has_crashed:
            return "crashed"
        if self.has_hung:
            return "hung"
        if self.memory - base > MEMORY_LIMIT:
            return f"took {(self.memory - base) / 1e6:.0f} MB"
        return None if self.is_skipped(left_out) else self.wrong

    def has_sniffed_wrong(self):
        return self.expected.is_sniffed and self.first.report.get("format") != self.expected.entry["sniff"]

    def find_fault(self):
        expected, first = self.expected, self.first
        if not (first.is_decoded or first.is_refused):
            return "no report"
        if self.has_sniffed_wrong():
            return f"format {first.report.get('format')}, not {expected.entry['sniff']}"
        if expected.is_stressed and (wrong := self.thumbnail_fault()):
            return wrong
        if not expected.is_decisive:
            return None
        if expected.status == "error":
            return "decoded, an error is expected" if first.is_decoded else None
        if expected.status != "ok":
            return None
        if first.is_refused:
            return f"error: {first.report.get('error')}"
        return self.header_fault() or self.pixel_fault() or self.color_fault() or self.fit_fault()

    def thumbnail_fault(self):
        run = self.decode_small()
        if not (run.is_decoded or run.is_refused):
            return "no report of a thumbnail"
        if self.expected.status == "error" and run.is_decoded:
            return "decoded as a thumbnail, an error is expected"
        if self.expected.status == "ok" and self.first.is_decoded and run.is_refused:
            return f"thumbnail: {run.report.get('error')}"
        return None

    def header_fault(self):
        report, facts = self.first.report, self.expected.facts
        if report.get("format") != facts["format"]:
            return f"format {report.get('format')}, not {facts['format']}"
        orientation = self.expected.orientation(self.path)
        if report.get("orientation") != orientation and not self.is_turned_as_agreed():
            return f"orientation {report.get('orientation')}, not {orientation}"
        sizes = self.expected.sizes
        if (report.get("width"), report.get("height")) not in sizes:
            return f"size {report.get('width')}x{report.get('height')}, not {sizes[0][0]}x{sizes[0][1]}"
        # An animation of 0 frames is invalid: what is left is a still.
        if facts.get("frames") == 0:
            return None
        if "plays" in facts and report.get("plays") != facts["plays"]:
            return f"plays {report.get('plays')}, not {facts['plays']}"
        frames = self.expected.frames
        if frames and report.get("frames") not in frames:
            return f"frames {report.get('frames')}, not {facts.get('frames')}"
        return self.duration_fault()

    def is_turned_as_agreed(self):
        """The manifest knows no orientation, but decoders agreed on pixels that are turned, and they are ours: it was
        somewhere that the manifest's parser does not look (a text chunk, a derived item)."""
        facts = self.expected.facts
        return facts["orientation"] == 1 and "rgba8_sha256" in facts and self.first.digest() == facts["rgba8_sha256"]

    def duration_fault(self):
        given, wanted = self.first.report.get("durations_ms"), self.expected.facts.get("durations_ms") or []
        # Without values the pictures are pages. Another rule's number of frames has other durations.
        if None in wanted or not wanted or self.first.report.get("frames") != len(wanted):
            return None
        return None if given == wanted else f"durations {(given or [])[:5]}…, not {wanted[:5]}…"

    def pixel_fault(self):
        facts = self.expected.facts
        if facts.get("gif_browser_rule"):
            wanted = facts["gif_browser_rule"]["frames_sha16"][0]
            return None if self.first.digest().startswith(wanted) else "other pixels than the browser rule's first frame"
        if "rgba8_sha256" in facts and not self.expected.is_first_icon:
            return None if self.first.digest() == facts["rgba8_sha256"] else "other pixels"
        if facts.get("thumb8_premultiplied_rgba") and not self.expected.is_first_icon:
            run = self.decode("--no-color-management")
            return thumb_fault(run, facts["thumb8_premultiplied_rgba"], self.expected.thumb_tolerance, "thumb8")
        return None

    def color_fault(self):
        facts = self.expected.facts
        # Without a difference there was one reference only, which nothing confirms.
        if not facts.get("srgb_thumb8") or facts.get("srgb_thumb8_diff") is None:
            return None
        return thumb_fault(self.decode(), facts["srgb_thumb8"], max(8, facts["srgb_thumb8_diff"] + 4), "srgb_thumb8")

    def fit_fault(self):
        wanted = self.expected.facts.get("fit100")
        if not wanted:
            return None
        run = self.decode("--fit", "{}x{}".format(*wanted["fit"]))
        if not run.is_decoded:
            return f"fit100: {run.report.get('error')}"
        width, height, reference = read_png(os.path.join(self.folder, wanted["reference"]))
        if (run.report.get("width"), run.report.get("height")) != (width, height):
            return f"fit100: size {run.report.get('width')}x{run.report.get('height')}, not {width}x{height}"
        with open(run.pixels, "rb") as file:
            reached = psnr(file.read(), premultiplied(reference))
        least = self.expected.least_psnr
        others = ", ".join(f"{name} {value}" for name, value in wanted["psnr_db_of_others_to_reference"].items())
        self.note = f"fit100 {reached:.1f} dB; others: {others}"
        return None if reached >= least else f"fit100: {reached:.1f} dB, {least:.1f} are asked for"


def thumb_fault(run, wanted, tolerance, what):
    if not run.is_decoded:
        return f"{what}: {run.report.get('error')}"
    given = average(run.pixels, run.report["width"], run.report["height"])
    worst = max(abs(a - b) for a, b in zip(given, bytes.fromhex(wanted)))
    return None if worst <= tolerance else f"{what}: off by {worst}, {tolerance} allowed"
