"""What is measured: groups of rows, the peers of each, and the bars."""
from dataclasses import dataclass, field

ALL = ["vips", "vips-wheel", "pillow", "opencv", "qt", "gdk"]


@dataclass
class Bar:
    """A peer's CPU time ÷ ours is at least `ratio`; and ours has that quality, or is that much better."""

    ratio: float
    decibels: float = 0
    gain: float = 0

    def text(self):
        if self.decibels:
            return f"≥ {self.ratio}, ours ≥ {self.decibels:g} dB"
        return f"≥ {self.ratio}" + (f", ours + {self.gain:g} dB" if self.gain else "")


@dataclass
class Row:
    """One picture decoded to fit into side × side; 0 is every pixel."""

    picture: str
    side: int
    bars: dict = field(default_factory=dict)
    measures_memory: bool = False


@dataclass
class Group:
    title: str
    peers: list
    rows: list


# Most that a decode of 24 MP to 300 pixels may take beyond its input, in MB; start-up in ms; two threads to one.
MOST_MEMORY, MOST_STARTUP, LEAST_THROUGHPUT = 4, 2, 1.85

LARGE = {"vips": Bar(2.0), "turbojpeg": Bar(1.8)}
WEB = {"vips": Bar(1.5, decibels=45), "pillow": Bar(1.5, decibels=45), "opencv": Bar(0.9, gain=10), "gdk": Bar(0.9, gain=10)}
# The target is a scale of the codec itself: all give the same picture, and none can be better.
EXACT = WEB | {"opencv": Bar(0.9), "gdk": Bar(0.9)}
PNG = {"libpng": Bar(2.0), "vips-wheel": Bar(1.5)}
# A third of the bytes of a palette's picture are left to gain from: inflating costs the same.
PALETTE = {"libpng": Bar(1.3), "vips-wheel": Bar(1.5)}
SMALL = {"opencv": Bar(1.0)}

GROUPS = {
    "jpeg": Group("JPEG, 12 and 24 MP, baseline", ALL + ["turbojpeg"], [
        Row("JPEG 24 MP 4:2:0", 300, LARGE, measures_memory=True),
        Row("JPEG 24 MP 4:2:0", 64),
        Row("JPEG 24 MP 4:4:4", 300, LARGE),
        Row("JPEG 24 MP grey", 300, LARGE),
        Row("JPEG 12 MP", 300, LARGE),
    ]),
    "progressive": Group("JPEG, progressive", ALL + ["turbojpeg"], [
        Row("JPEG 24 MP progressive", 300, {name: Bar(15) for name in ALL + ["turbojpeg"]}, measures_memory=True),
        Row("JPEG 2.5 MP progressive", 300),
        Row("JPEG 2.5 MP progressive", 64),
    ]),
    "web": Group("JPEG, 1 to 3 MP", ALL + ["turbojpeg"], [
        Row("JPEG 3.1 MP", 300, WEB),
        Row("JPEG 2.5 MP", 300, WEB),
        Row("JPEG 2.5 MP", 64),
        Row("JPEG 1.7 MP", 300, WEB),
        Row("JPEG 1.3 MP", 300, WEB),
        Row("JPEG 1200×800", 300, EXACT),
    ]),
    "png": Group("PNG", ALL + ["libpng"], [
        Row("PNG 24 MP RGB", 300, PNG, measures_memory=True),
        Row("PNG 24 MP RGB", 64),
        Row("PNG 8 MP RGB", 300, PNG),
        Row("PNG 2560×1600 RGBA", 300, PNG),
        Row("PNG 1200×800 palette", 300, PALETTE),
        Row("PNG 1200×800 16 bit", 300, PNG),
    ]),
    "webp": Group("WebP", ALL + ["libwebp"], [
        Row("WebP 24 MP", 300, {"vips": Bar(1.0)}, measures_memory=True),
        Row("WebP 11 MP", 300, {"vips": Bar(1.0)}),
        Row("WebP 11 MP", 64),
        Row("WebP 1200×800", 300, {"vips": Bar(1.0)}),
        Row("WebP 1200×800 lossless alpha", 300, {"vips": Bar(1.0)}),
    ]),
    "avif": Group("AVIF", ALL + ["libavif"], [
        Row("AVIF 11 MP", 300, {"vips": Bar(2.3)}),
        Row("AVIF 1200×800", 300, {"vips": Bar(2.3)}),
    ]),
    "gif": Group("GIF, the first frame", ALL, [Row("GIF 640×427", 300), Row("GIF 640×427", 64)]),
    "small": Group("Avatars and icons", ALL + ["turbojpeg", "libpng", "libwebp"], [
        Row("avatar JPEG 200×200", 64, SMALL),
        Row("avatar PNG 200×200", 64, SMALL),
        Row("avatar WebP 200×200", 64, SMALL),
        Row("icon JPEG 64×64", 0, SMALL),
        Row("icon PNG 64×64", 0, SMALL),
        Row("icon WebP 64×64", 0, SMALL),
    ]),
    "full": Group("Full size", ALL + ["turbojpeg", "libpng"], [
        Row("JPEG 24 MP 4:2:0", 0, {"pillow": Bar(1.3)}),
        Row("JPEG 1200×800", 0, {"pillow": Bar(1.3)}),
        Row("PNG 8 MP RGB", 0, {"libpng": Bar(1.4)}),
        Row("PNG 2560×1600 RGBA", 0, {"libpng": Bar(1.4)}),
    ]),
}
# Measured by other means, see own_measures.py.
OWN_GROUPS = ["threads", "startup"]
# Formats that a codec alone cannot read.
READS = {"turbojpeg": "JPEG", "libpng": "PNG", "libwebp": "WebP", "libavif": "AVIF"}


def peers_of(group, row):
    return [name for name in group.peers if READS.get(name, "") in row.picture]
