"""The pictures that are decoded, made from photographs of the Debian package mate-backgrounds and kept beside the build."""
import os

import numpy
from PIL import Image, ImageOps

import quality

SOURCES = "/usr/share/backgrounds/mate/nature"
PHOTOGRAPHS = ["TwoWings", "Storm", "LadyBird", "Garden", "Wood", "YellowFlower", "RainDrops", "Aqua", "Dune"]
Image.MAX_IMAGE_PIXELS = None


def are_there():
    return os.path.isdir(SOURCES)


def photograph(number, width, height):
    """One, cut and scaled to that size."""
    name = PHOTOGRAPHS[number % len(PHOTOGRAPHS)]
    with Image.open(os.path.join(SOURCES, name + ".jpg")) as image:
        return ImageOps.fit(image.convert("RGB"), (width, height), Image.Resampling.LANCZOS)


def mosaic(columns, width, height):
    """Photographs side by side at about their own size: enlarged ones would have no detail."""
    image = Image.new("RGB", (width, height))
    tile = -(-width // columns), -(-height // columns)
    for place in range(columns * columns):
        image.paste(photograph(place, *tile), (place % columns * tile[0], place // columns * tile[1]))
    return image


def with_alpha(image):
    """Opaque in the middle, soft to the edge."""
    width, height = image.size
    x, y = numpy.linspace(-1, 1, width)[None], numpy.linspace(-1, 1, height)[:, None]
    alpha = numpy.clip((1.15 - numpy.sqrt(x * x + y * y)) * 510, 0, 255).astype(numpy.uint8)
    image = image.convert("RGBA")
    image.putalpha(Image.fromarray(alpha))
    return image


def deep(width, height):
    """16 bits a channel, from a larger picture."""
    large = numpy.asarray(photograph(1, width * 3 // 2, height * 3 // 2), numpy.float32)
    return numpy.clip(numpy.rint(quality.resized(large, width, height) * 257), 0, 65535).astype(numpy.uint16)


def save_deep(path):
    import cv2

    cv2.imwrite(path, deep(1200, 800)[:, :, ::-1])


def jpeg(make, **options):
    return "jpg", lambda path: make().save(path, "JPEG", quality=85, **options)


def saved(extension, make, **options):
    return extension, lambda path: make().save(path, **options)


def large():
    return mosaic(3, 6000, 4000)


def eleven():
    return mosaic(2, 4050, 2700)


def small():
    return photograph(1, 1200, 800)


PICTURES = {
    "JPEG 24 MP 4:2:0": jpeg(large),
    "JPEG 24 MP 4:4:4": jpeg(large, subsampling=0),
    "JPEG 24 MP grey": jpeg(lambda: large().convert("L")),
    "JPEG 24 MP progressive": jpeg(large, progressive=True),
    "JPEG 12 MP": jpeg(lambda: mosaic(2, 4242, 2828)),
    "JPEG 3.1 MP": jpeg(lambda: photograph(0, 2160, 1440)),
    "JPEG 2.5 MP": jpeg(lambda: photograph(1, 1920, 1280)),
    "JPEG 2.5 MP progressive": jpeg(lambda: photograph(1, 1920, 1280), progressive=True),
    "JPEG 1.7 MP": jpeg(lambda: photograph(2, 1600, 1067)),
    "JPEG 1.3 MP": jpeg(lambda: photograph(3, 1410, 940)),
    "JPEG 1200×800": jpeg(small),
    "PNG 24 MP RGB": saved("png", large),
    "PNG 8 MP RGB": saved("png", lambda: mosaic(2, 3504, 2336)),
    "PNG 2560×1600 RGBA": saved("png", lambda: with_alpha(photograph(2, 2560, 1600))),
    "PNG 1200×800 palette": saved("png", lambda: small().quantize(256)),
    "PNG 1200×800 16 bit": ("png", save_deep),
    "WebP 24 MP": saved("webp", large, quality=80),
    "WebP 11 MP": saved("webp", eleven, quality=80),
    "WebP 1200×800": saved("webp", small, quality=80),
    "WebP 1200×800 lossless alpha": saved("webp", lambda: with_alpha(small()), lossless=True),
    "AVIF 11 MP": saved("avif", eleven, quality=60, speed=8),
    "AVIF 1200×800": saved("avif", small, quality=60, speed=8),
    "GIF 640×427": saved("gif", lambda: photograph(3, 640, 427).quantize(256)),
    "avatar JPEG 200×200": jpeg(lambda: photograph(4, 200, 200)),
    "avatar PNG 200×200": saved("png", lambda: photograph(4, 200, 200)),
    "avatar WebP 200×200": saved("webp", lambda: photograph(4, 200, 200), quality=80),
    "icon JPEG 64×64": jpeg(lambda: photograph(5, 64, 64)),
    "icon PNG 64×64": saved("png", lambda: with_alpha(photograph(5, 64, 64))),
    "icon WebP 64×64": saved("webp", lambda: with_alpha(photograph(5, 64, 64)), quality=80),
    "icon AVIF 64×64": saved("avif", lambda: photograph(5, 64, 64), speed=8),
    "icon GIF 64×64": saved("gif", lambda: photograph(5, 64, 64).quantize(256)),
}


class Album:
    """The folder of the pictures; each is made when it is asked for the first time."""

    def __init__(self, folder):
        self.folder = folder
        os.makedirs(folder, exist_ok=True)

    def path(self, name):
        extension, save = PICTURES[name]
        plain = name.lower().replace(" ", "-").replace(":", "").replace("×", "x")
        path = os.path.join(self.folder, f"{plain}.{extension}")
        if not os.path.exists(path):
            # Beside it and renamed: half a file would be there the next time.
            beside = os.path.join(self.folder, f"making.{extension}")
            save(beside)
            os.rename(beside, path)
        return path

    def icon(self, name):
        """The icon in the format of a picture."""
        form = next(form for form in ("JPEG", "PNG", "WebP", "AVIF", "GIF") if form in name)
        return self.path(f"icon {form} 64×64")

    @staticmethod
    def size(path):
        with Image.open(path) as image:
            return image.size


def fit(size, side):
    """The size that fits into side × side; 0 is every pixel."""
    if side == 0:
        return size
    scale = min(1, side / max(size))
    return tuple(max(1, round(length * scale)) for length in size)
