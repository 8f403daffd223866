"""What must come of a file: its manifest entry and our policies where decoders disagree."""

# Formats that are pictures; the others in the manifests (gzip, pdf, mp4 …) are there to be refused.
PICTURES = {"png", "jpeg", "gif", "webp", "avif", "heic", "heif", "jxl", "bmp", "ico", "cur", "tiff", "svg", "jp2"}
# Also decoded as thumbnails: damage and huge sizes meet other code there.
STRESSED = {"bombs", "crashers", "truncated", "large"}


class Expectation:
    """One entry of a manifest."""

    def __init__(self, suite, entry):
        self.suite, self.name = suite, entry["file"]
        self.entry, self.facts = entry, entry["expected"]
        self.format = self.facts.get("format")
        self.status = decided_status(self.suite, entry)
        self.is_stressed = suite in STRESSED or self.status == "limit"

    @property
    def is_sniffed(self):
        return self.suite == "sniff"

    @property
    def is_decisive(self):
        # A picture of no known format: a reference took its name for a format.
        if self.status == "ok" and self.format is None:
            return False
        return self.is_sniffed or self.status in ("ok", "error", "limit")

    @property
    def sizes(self):
        """Upright sizes that are right."""
        sizes = [(self.facts["width"], self.facts["height"])]
        # The browser rule keeps the canvas of a GIF; references that enlarge it say another size.
        if self.format == "gif":
            sizes.append((self.facts["coded_width"], self.facts["coded_height"]))
        return sizes

    def orientation(self, path):
        """Of HEIC and AVIF irot and imir alone turn, a policy of ours: without either it is 1, whatever Exif and XMP say."""
        if self.format in ("heic", "heif", "avif") and self.facts["orientation"] != 1:
            with open(path, "rb") as file:
                data = file.read()
            return self.facts["orientation"] if b"irot" in data or b"imir" in data else 1
        return self.facts["orientation"]

    @property
    def frames(self):
        """Numbers of frames that are right; empty when nothing says it."""
        frames = {self.facts.get("frames"), self.facts.get("image_blocks")}
        if rule := self.facts.get("gif_browser_rule"):
            frames.add(len(rule["frames_sha16"]))
        return frames - {None}

    @property
    def thumb_tolerance(self):
        apart = [value for value in self.facts.get("thumb8_max_diff", {}).values() if value is not None]
        return max([8] + [value + 4 for value in apart])

    @property
    def least_psnr(self):
        """Half a decibel less than the weakest of the scalers in use: the reference is an average of areas, which nobody shows."""
        others = self.facts["fit100"]["psnr_db_of_others_to_reference"]
        return min(value for name, value in others.items() if name not in ("nearest", "box_not_premultiplied")) - 0.5

    @property
    def is_first_icon(self):
        """The pixels are those of the first picture of an icon, the size is the largest one's: libvips and ImageMagick agree on the
        first, whatever its size. Ours is the largest."""
        several = self.facts["format"] in ("ico", "cur") and len(self.facts.get("entry_sizes") or []) > 1
        return several and sorted(self.facts.get("rgba8_agreed_by") or []) == ["imagemagick", "vips"]


def decided_status(suite, entry):
    facts = entry["expected"]
    # Of a bitmap the last bytes may be padding, which no pixel needs: there the manifest's "either" stands.
    if facts["status"] == "either" and suite == "truncated" and "cut" in entry and facts["format"] != "bmp":
        return "error"
    if facts["format"] == "jpeg" and facts.get("bit_depth") == 12:
        return "error"
    return facts["status"]
