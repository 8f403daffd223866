"""libvips: `vips_thumbnail_buffer` of the library named on the command line, called from C's side by ctypes; one thread."""
import ctypes
import os
import sys

os.environ["VIPS_CONCURRENCY"] = "1"

import worker  # noqa: E402

SRGB, UCHAR = 22, 0
END = ctypes.c_void_p(None)


class Vips:
    alpha = "straight"

    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        for name in ("vips_image_write_to_memory", "vips_image_new_from_buffer"):
            getattr(self.library, name).restype = ctypes.c_void_p
        self.library.vips_error_buffer.restype = ctypes.c_char_p
        if self.library.vips_init(b"run-decode"):
            raise OSError("vips_init")
        self.version = "libvips " + ".".join(str(self.library.vips_version(part)) for part in range(3))
        # Else the second decode of the same bytes is a look-up.
        self.library.vips_cache_set_max(0)
        self.library.vips_concurrency_set(1)
        self.gobject = ctypes.CDLL(path if "binary" in path else "libgobject-2.0.so.0")

    def prepare(self, data):
        self.data = data

    def decode(self, width, height):
        image = self.thumbnail(width, height) if width else self.whole()
        if self.library.vips_image_guess_interpretation(image) != SRGB or self.library.vips_image_get_format(image) != UCHAR:
            image = self.step("vips_colourspace", image, SRGB)
        if not self.library.vips_image_hasalpha(image):
            image = self.step("vips_addalpha", image)
        made = self.library.vips_image_get_width(image), self.library.vips_image_get_height(image)
        size = ctypes.c_size_t()
        memory = self.library.vips_image_write_to_memory(image, ctypes.byref(size))
        self.check(not memory)
        pixels = Memory(self.library, memory, size.value)
        self.gobject.g_object_unref(image)
        return *made, pixels

    def thumbnail(self, width, height):
        out = ctypes.c_void_p()
        self.check(self.library.vips_thumbnail_buffer(
            self.data, ctypes.c_size_t(len(self.data)), ctypes.byref(out), ctypes.c_int(width),
            b"height", ctypes.c_int(height), END))
        return out

    def whole(self):
        access = 1  # sequential
        image = self.library.vips_image_new_from_buffer(
            self.data, ctypes.c_size_t(len(self.data)), b"", b"access", ctypes.c_int(access), END)
        self.check(not image)
        return ctypes.c_void_p(image)

    def step(self, name, image, *values):
        out = ctypes.c_void_p()
        self.check(getattr(self.library, name)(image, ctypes.byref(out), *map(ctypes.c_int, values), END))
        self.gobject.g_object_unref(image)
        return out

    def check(self, has_failed):
        if has_failed:
            said = self.library.vips_error_buffer().decode(errors="replace").strip()
            self.library.vips_error_clear()
            raise ValueError(said)


class Memory:
    """Bytes that libvips has allocated."""

    def __init__(self, library, address, size):
        self.library, self.address, self.size = library, address, size

    def tobytes(self):
        return ctypes.string_at(self.address, self.size)

    def __del__(self):
        self.library.g_free(ctypes.c_void_p(self.address))


worker.run(Vips(sys.argv[1]))
