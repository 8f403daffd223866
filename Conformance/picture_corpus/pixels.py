"""Pictures as the manifests describe them: averages of cells, small PNG files, distances in decibels."""
import math
import struct
import zlib


def cells(side):
    """The ranges of whole pixels whose centres lie in each of 8 cells, as the manifests' averages were made."""
    step = side / 8
    half = max(step, 1) / 2
    centres = [(cell + 0.5) * step for cell in range(8)]
    return [(max(0, int(centre - half + 0.5)), min(side, int(centre + half + 0.5))) for centre in centres]


def average(path, width, height):
    """8 x 8 averages of a file of RGBA bytes."""
    result = bytearray()
    with open(path, "rb") as file:
        for top, bottom in cells(height):
            file.seek(top * width * 4)
            rows = [file.read(width * 4) for _ in range(top, bottom)]
            for left, right in cells(width):
                for channel in range(4):
                    total = sum(sum(row[left * 4 + channel:right * 4:4]) for row in rows)
                    result.append(int(total / ((right - left) * len(rows)) + 0.5))
    return bytes(result)


def premultiplied(pixels):
    """The same RGBA bytes, multiplied by their alpha; not rounded."""
    result = [float(value) for value in pixels]
    for start in range(0, len(result), 4):
        alpha = result[start + 3] / 255
        for place in range(start, start + 3):
            result[place] *= alpha
    return result


def psnr(given, wanted):
    """Over the four channels, in decibels; 99 for equal pictures, as the manifests have it, and 0 for another size."""
    if len(given) != len(wanted):
        return 0.0
    total = sum((a - b) ** 2 for a, b in zip(given, wanted))
    return 99.0 if total == 0 else 10 * math.log10(255**2 * len(wanted) / total)


def read_png(path):
    """Width, height and RGBA bytes of a PNG of 8 bits, RGB or RGBA, not interlaced."""
    with open(path, "rb") as file:
        data = file.read()
    width, height, depth, kind, _, _, interlace = struct.unpack(">IIBBBBB", data[16:29])
    channels = {2: 3, 6: 4}.get(kind)
    if depth != 8 or interlace or not channels:
        raise ValueError(f"{path}: not a plain PNG")
    place, packed = 8, b""
    while place < len(data):
        length, name = struct.unpack(">I4s", data[place:place + 8])
        if name == b"IDAT":
            packed += data[place + 8:place + 8 + length]
        place += 12 + length
    rows = unfiltered(zlib.decompress(packed), width * channels, height, channels)
    return width, height, rows if channels == 4 else with_alpha(rows)


def unfiltered(raw, length, height, step):
    """PNG section 9: the filters undone."""
    above, result = bytes(length), bytearray()
    for y in range(height):
        start = y * (length + 1)
        row = bytearray(raw[start + 1:start + 1 + length])
        for x in range(length):
            left = row[x - step] if x >= step else 0
            corner = above[x - step] if x >= step else 0
            row[x] = (row[x] + predicted(raw[start], left, above[x], corner)) & 255
        result += row
        above = bytes(row)
    return bytes(result)


def predicted(kind, left, up, corner):
    if kind == 4:
        guess = left + up - corner
        return min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
    return (0, left, up, (left + up) // 2)[kind]


def with_alpha(rgb):
    result = bytearray(b"\xff") * (len(rgb) // 3 * 4)
    for channel in range(3):
        result[channel::4] = rgb[channel::3]
    return bytes(result)
