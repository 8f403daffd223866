"""gdk-pixbuf: `gdk_pixbuf_new_from_stream_at_scale` from memory, as GTK applications do; called by ctypes."""
import ctypes

import worker


class GdkPixbuf:
    alpha = "straight"

    def __init__(self):
        self.gdk = ctypes.CDLL("libgdk_pixbuf-2.0.so.0")
        self.gio = ctypes.CDLL("libgio-2.0.so.0")
        self.gobject = ctypes.CDLL("libgobject-2.0.so.0")
        parts = (ctypes.c_uint.in_dll(self.gdk, f"gdk_pixbuf_{part}_version").value for part in ("major", "minor", "micro"))
        self.version = "gdk-pixbuf " + ".".join(map(str, parts))
        for library, name in ((self.gio, "g_memory_input_stream_new_from_data"), (self.gdk, "gdk_pixbuf_new_from_stream"),
                              (self.gdk, "gdk_pixbuf_new_from_stream_at_scale"), (self.gdk, "gdk_pixbuf_add_alpha"),
                              (self.gdk, "gdk_pixbuf_get_pixels")):
            getattr(library, name).restype = ctypes.c_void_p

    def prepare(self, data):
        self.data = data

    def decode(self, width, height):
        size = ctypes.c_ssize_t(len(self.data))
        stream = ctypes.c_void_p(self.gio.g_memory_input_stream_new_from_data(self.data, size, None))
        if width:
            pixbuf = self.gdk.gdk_pixbuf_new_from_stream_at_scale(stream, width, height, 0, None, None)
        else:
            pixbuf = self.gdk.gdk_pixbuf_new_from_stream(stream, None, None)
        self.gobject.g_object_unref(stream)
        if not pixbuf:
            raise ValueError("gdk-pixbuf cannot read it")
        pixbuf = Pixbuf(self, pixbuf)
        if not self.gdk.gdk_pixbuf_get_has_alpha(pixbuf.pointer):
            pixbuf = Pixbuf(self, self.gdk.gdk_pixbuf_add_alpha(pixbuf.pointer, 0, 0, 0, 0))
        return pixbuf.side("width"), pixbuf.side("height"), pixbuf


class Pixbuf:
    def __init__(self, peer, address):
        self.peer, self.pointer = peer, ctypes.c_void_p(address)

    def side(self, name):
        return getattr(self.peer.gdk, f"gdk_pixbuf_get_{name}")(self.pointer)

    def tobytes(self):
        start, stride = self.peer.gdk.gdk_pixbuf_get_pixels(self.pointer), self.side("rowstride")
        return b"".join(ctypes.string_at(start + y * stride, self.side("width") * 4) for y in range(self.side("height")))

    def __del__(self):
        self.peer.gobject.g_object_unref(self.pointer)


worker.run(GdkPixbuf())
