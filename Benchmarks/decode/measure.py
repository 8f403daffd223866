"""One row: batches of all clients in turn, then quality and memory."""
import os
import statistics
import tempfile
from dataclasses import dataclass, field

from clients import Unavailable
from pictures import fit

BATCH_MICROSECONDS = 30_000
MOST_IN_BATCH = 2_000


@dataclass
class Result:
    """What one client did with one row."""

    client: object
    cpu: list = field(default_factory=list)
    count: int = 1
    decibels: float = None
    growth: int = None
    complaint: str = None

    @property
    def median(self):
        """Microseconds of a decode."""
        return statistics.median(self.cpu)


class RowMeasurement:
    def __init__(self, row, path, icon, references):
        self.row, self.path, self.icon = row, path, icon
        self.references = references

    def measure(self, clients, size, rounds):
        """A result of each client, in their order."""
        self.full, self.size = size, fit(size, self.row.side)
        asked = self.size if self.row.side else (0, 0)
        self.words = (self.path, *asked)
        results = [Result(client) for client in clients]
        for result in results:
            self.guarded(result, self.warm_up)
        for _ in range(rounds):
            for result in results:
                self.guarded(result, self.batch)
        for result in results:
            self.guarded(result, self.find_quality)
            if self.row.measures_memory:
                self.guarded(result, self.find_memory)
        return results

    @staticmethod
    def guarded(result, work):
        if result.complaint is None:
            try:
                work(result)
            except Unavailable as reason:
                result.complaint = str(reason)

    def warm_up(self, result):
        """Finds how many decodes are long enough for a clock."""
        result.client.ask("decode", *self.words, 1)
        taken = float(result.client.ask("decode", *self.words, 1)["cpu"])
        result.count = max(1, min(MOST_IN_BATCH, int(BATCH_MICROSECONDS / max(taken, 1))))

    def batch(self, result):
        result.cpu.append(float(result.client.ask("decode", *self.words, result.count)["cpu"]))

    def find_quality(self, result):
        """None for codecs alone, which stop at another size or keep nothing, and for full size."""
        if self.row.side == 0:
            return
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "pixels")
            try:
                answer = result.client.ask("pixels", *self.words, out)
            except Unavailable:
                return
            width, height = int(answer["width"]), int(answer["height"])
            if abs(width - self.size[0]) > 1 or abs(height - self.size[1]) > 1:
                return
            with open(out, "rb") as file:
                result.decibels = self.references.psnr(self.path, width, height, file.read(), answer["alpha"])

    def find_memory(self, result):
        client = result.client.alone()
        try:
            result.growth = int(client.ask("memory", self.icon, *self.words)["growth"])
        finally:
            client.stop()
