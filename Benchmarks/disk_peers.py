#!/usr/bin/env python3
"""The Python clients of run-disk: disk_peers.py fill|run CLIENT ROW FOLDER. Rows, order and lines as in Sources/DiskBench.

diskcache and requests-cache with their default settings; only the limits are ours.
"""
import io
import os
import random
import sys
import time

# work, bytes of a body, entries, batch, limit: as `Row.named`.
ROWS = {
    "read-20K": ("read", 20_000, 2_000, 2_000, 2_000_000_000),
    "read-2M": ("read", 2_000_000, 100, 100, 2_000_000_000),
    "write-20K": ("write", 20_000, 0, 200, 2_000_000_000),
    "write-2M": ("write", 2_000_000, 0, 8, 2_000_000_000),
    "open-100K": ("open", 1_000, 100_000, 10, 2_000_000_000),
    "evict-20K": ("evict", 20_000, 2_600, 200, 50_000_000),
    "whole-20K": ("whole", 20_000, 2_000, 500, 2_000_000_000),
    "whole-2M": ("whole", 2_000_000, 60, 20, 2_000_000_000),
}


def address(number):
    return f"https://images.example.org/photos/2026/11/30/a-picture-{number}.jpg?w=400&h=300"


class DiskCache:
    def __init__(self, folder, limit):
        import diskcache

        self.cache = diskcache.Cache(folder, size_limit=limit)

    def read(self, number):
        return self.cache.get(address(number))

    def write(self, body, number):
        if not self.cache.set(address(number), body):
            raise SystemExit("not stored")

    def remove(self, number):
        del self.cache[address(number)]

    def filling(self):
        return self.cache.transact()

    def close(self):
        self.cache.close()


class RequestsCache:
    backend = "sqlite"

    def __init__(self, folder, _):
        import requests_cache

        name = os.path.join(folder, "responses")
        self.session = requests_cache.CachedSession(name, backend=self.backend, cache_control=True)
        self.origin = make_origin()
        self.session.mount("https://", self.origin)

    def read(self, number):
        response = self.session.get(address(number))
        return response.content if response.from_cache else None

    def write(self, body, number):
        self.origin.body = body
        self.session.get(address(number))

    def filling(self):
        import contextlib

        return contextlib.nullcontext()

    def close(self):
        self.session.close()


class RequestsCacheFiles(RequestsCache):
    backend = "filesystem"


def make_origin():
    """A server in memory."""
    import requests.adapters
    import urllib3

    class Origin(requests.adapters.HTTPAdapter):
        body = b""

        def send(self, request, **_):
            headers = {
                "Date": time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime()),
                "Content-Type": "image/png",
                "Content-Length": str(len(self.body)),
                "Cache-Control": "public, max-age=31536000",
                "ETag": '"5f2d-61c0b8a7"',
                "Last-Modified": "Tue, 03 Nov 2026 10:00:00 GMT",
                "Server": "example",
                "Vary": "Accept",
            }
            raw = urllib3.HTTPResponse(
                io.BytesIO(self.body), headers, 200, preload_content=False, request_url=request.url
            )
            return self.build_response(request, raw)

    return Origin()


CLIENTS = {"diskcache": DiskCache, "requests-cache sqlite": RequestsCache, "requests-cache files": RequestsCacheFiles}


class Bodies:
    def __init__(self, size):
        self.bytes = bytearray(random.Random(42).randbytes(size))
        self.bytes[:8] = b"\x89PNG\r\n\x1a\n"

    def body(self, number):
        self.bytes[8:16] = number.to_bytes(8, "little")
        return bytes(self.bytes)


def fill(make, row, folder):
    _, size, entries, _, limit = row
    client = make(folder, limit)
    bodies = Bodies(size)
    with client.filling():
        for number in range(entries):
            client.write(bodies.body(number), number)
    client.close()


def run(make, row, folder):
    work, size, entries, batch, limit = row
    client = make(folder, limit)
    bodies = Bodies(size)
    shuffle = random.Random(7).shuffle
    order, following = [], entries
    start, unmeasured = time.process_time(), 0.0

    def read(number):
        body = client.read(number)
        if body is None or len(body) != size or int.from_bytes(body[8:16], "little") != number:
            raise SystemExit(f"the wrong body for {number}")

    for _ in sys.stdin:
        before = time.process_time()
        if len(order) < batch:
            order = list(range(entries))
            shuffle(order)
        numbers = order[-batch:]
        del order[-batch:]
        if work in ("write", "evict"):
            made = [(number, bodies.body(number)) for number in range(following, following + batch)]
            following += batch
        unmeasured += time.process_time() - before
        begin = time.monotonic()
        if work in ("read", "whole"):
            for number in numbers:
                read(number)
            taken = time.monotonic() - begin
        elif work == "open":
            taken = 0.0
            for number in numbers:
                client.close()
                begin = time.monotonic()
                client = make(folder, limit)
                read(number)
                taken += time.monotonic() - begin
        else:
            for number, body in made:
                client.write(body, number)
            taken = time.monotonic() - begin
        if work == "write" and size > 1_000_000:
            before = time.process_time()
            for number, _ in made:
                client.remove(number)
            unmeasured += time.process_time() - before
        print(f"wall={taken * 1e6}", flush=True)
    client.close()
    print(f"cpu={(time.process_time() - start - unmeasured) * 1e6}", flush=True)


if __name__ == "__main__":
    _, phase, client, row, folder = sys.argv
    (fill if phase == "fill" else run)(CLIENTS[client], ROWS[row], folder)
