"""The loop of every Python peer: the commands of run-decode on standard input, one line of answer each (see DecodeWorker.swift).

A peer is a class with `version`, `alpha` ("straight" or "premultiplied"), `prepare(data)`, whose time is not counted, and
`decode(width, height)`, which gives (width, height, RGBA) of about that size; 0 x 0 is full size. RGBA is bytes or has tobytes().
"""
import ctypes
import sys
import time


def status_peak():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) * 1024


def forget_peak():
    """What was freed goes back to the system first: it would be used again unseen."""
    ctypes.CDLL(None).malloc_trim(0)
    try:
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")
    except OSError:
        pass


class Worker:
    def __init__(self, peer):
        self.peer, self.latest = peer, None

    def load(self, path):
        if path != self.latest:
            with open(path, "rb") as file:
                self.peer.prepare(file.read())
            self.latest = path

    def decode(self, path, width, height, count):
        self.load(path)
        size, count = (int(width), int(height)), int(count)
        start = time.process_time_ns()
        for _ in range(count):
            made = self.peer.decode(*size)
        taken = (time.process_time_ns() - start) / 1e3 / count
        return f"cpu={taken}\twidth={made[0]}\theight={made[1]}"

    def pixels(self, path, width, height, out):
        self.load(path)
        made_width, made_height, pixels = self.peer.decode(int(width), int(height))
        with open(out, "wb") as file:
            file.write(pixels if isinstance(pixels, (bytes, bytearray)) else pixels.tobytes())
        return f"width={made_width}\theight={made_height}\talpha={self.peer.alpha}"

    def memory(self, icon, path, width, height):
        self.load(icon)
        self.peer.decode(0, 0)
        self.load(path)
        forget_peak()
        before = status_peak()
        self.peer.decode(int(width), int(height))
        return f"growth={status_peak() - before}"

    def version(self):
        return f"version={self.peer.version}"

    def answer(self, words):
        try:
            return getattr(self, words[0])(*words[1:])
        except Exception as error:
            return "error=" + f"{type(error).__name__}: {error}".replace("\n", " ").replace("\t", " ")


def run(peer):
    worker = Worker(peer)
    for line in sys.stdin:
        print(worker.answer(line.rstrip("\n").split("\t")), flush=True)
