"""How near a small picture comes to the best one: Lanczos3 in float of the full decode, premultiplied."""
import os

import numpy
from PIL import Image


def weights(length, target):
    """Row for row what each of `length` pixels adds to one of `target`."""
    scale = length / target
    centres = (numpy.arange(target) + 0.5) * scale
    distance = (numpy.arange(length) + 0.5 - centres[:, None]) / max(scale, 1)
    values = numpy.where(numpy.abs(distance) < 3, numpy.sinc(distance) * numpy.sinc(distance / 3), 0)
    return (values / values.sum(1, keepdims=True)).astype(numpy.float32)


def resized(pixels, width, height):
    """Lanczos3 in float, not rounded."""
    rows, columns, channels = pixels.shape
    low = (weights(rows, height) @ pixels.reshape(rows, -1)).reshape(height, columns, channels)
    return numpy.einsum("xj,yjc->yxc", weights(columns, width), low, optimize=True)


def premultiplied(pixels):
    pixels = pixels.astype(numpy.float32)
    pixels[..., :3] *= pixels[..., 3:] / 255
    return pixels


class References:
    """The best small pictures, kept beside the others."""

    def __init__(self, folder):
        self.folder = folder

    def reference(self, path, width, height):
        kept = os.path.join(self.folder, f"{os.path.basename(path)}-{width}x{height}.npy")
        if not os.path.exists(kept):
            with Image.open(path) as image:
                pixels = premultiplied(numpy.asarray(image.convert("RGBA")))
            numpy.save(kept, numpy.clip(resized(pixels, width, height), 0, 255))
        return numpy.load(kept)

    def psnr(self, path, width, height, raw, alpha):
        """Decibels of RGBA bytes; alpha is a channel where the picture has it."""
        wanted = self.reference(path, width, height)
        given = numpy.frombuffer(raw, numpy.uint8).reshape(height, width, 4)
        given = premultiplied(given) if alpha == "straight" else given.astype(numpy.float32)
        channels = 3 if wanted[..., 3].min() > 254.5 else 4
        error = float(((given - wanted)[..., :channels] ** 2).mean())
        return 99.0 if error == 0 else min(99.0, 10 * numpy.log10(255**2 / error))
