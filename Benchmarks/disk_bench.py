#!/usr/bin/env python3
"""The driver of run-disk: fills, interleaves batches of all clients, prints a Markdown table and whether the bars are met.

One process a client and row. A line "go" makes it run a batch; the batches of all clients of a row alternate, so that what else the
machine does meets all of them. Wall is the median batch. CPU is everything the process used, what it did behind the batches and at
closing included, over all operations. Peak is VmHWM of the measuring process, not of the one that filled.
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
STORE = ["plain", "alula", "diskcache"]
WHOLE = ["plain", "alula", "requests-cache sqlite", "requests-cache files"]
# Row, title, operations in a batch, clients.
TABLE = [
    ("read-20K", "read hit 20 KB", 2_000, STORE),
    ("read-2M", "read hit 2 MB", 100, STORE),
    ("write-20K", "write 20 KB", 200, ["plain", "renamed", "alula", "diskcache"]),
    ("write-2M", "write 2 MB", 8, ["plain", "renamed", "alula", "diskcache"]),
    ("evict-20K", "write 20 KB at the limit", 200, ["plain", "renamed", "alula", "diskcache"]),
    ("open-100K", "open 100,000, first hit", 10, STORE),
    ("whole-20K", "whole way, 20 KB", 500, WHOLE),
    ("whole-2M", "whole way, 2 MB", 20, WHOLE),
]
NAMES = {"plain": "plain file", "renamed": "plain file, renamed", "alula": "**Alula**"}
# Row, most times a plain file's wall time.
BARS = [("read-20K", 1.5), ("read-2M", 1.1)]
LIMIT = 50_000_000


class Client:
    def __init__(self, name, row, python, scratch):
        self.name, self.row = name, row
        self.folder = os.path.join(scratch, f"{row}-{name.replace(' ', '-')}")
        os.makedirs(self.folder)
        bench = [os.path.join(HERE, ".build", "release", "DiskBench")]
        peers = [python, os.path.join(HERE, "disk_peers.py")]
        self.command = bench if name in NAMES else peers
        self.wall = []

    def fill(self):
        subprocess.run(self.command + ["fill", self.name, self.row, self.folder], check=True)

    def start(self):
        command = self.command + ["run", self.name, self.row, self.folder]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def batch(self):
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        self.wall.append(self.answer("wall"))
        # What the client still does behind this batch must not meet the next one's.
        time.sleep(0.02)

    def answer(self, name):
        words = dict(word.split("=") for word in self.process.stdout.readline().split())
        if name not in words:
            raise SystemExit(f"{self.name} failed at {self.row}")
        return float(words[name])

    def end(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            self.peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024
        self.process.stdin.close()
        self.cpu = self.answer("cpu")
        if self.process.wait() != 0:
            raise SystemExit(f"{self.name} failed at {self.row}")
        self.disk = sum(
            os.stat(os.path.join(folder, name)).st_blocks * 512 for folder, _, names in os.walk(self.folder) for name in names
        )


def make_scratch():
    """A folder whose folders ext4 lays far apart: beside files that somebody removed in the last five seconds, making a file costs it
    ten times as much, and that somebody may be the client before."""
    folder = tempfile.mkdtemp(prefix="alula-disk-")
    if shutil.which("chattr"):
        subprocess.run(["chattr", "+T", folder], stderr=subprocess.DEVNULL, check=False)
    return folder


def measure(row, operations, names, python, scratch, rounds):
    clients = [Client(name, row, python, scratch) for name in names]
    for client in clients:
        client.fill()
    os.sync()
    for client in clients:
        client.start()
    for client in clients:
        client.batch()
        client.wall.clear()
    for _ in range(rounds):
        for client in clients:
            client.batch()
    for client in clients:
        client.end()
    return {
        client.name: {
            "wall": statistics.median(client.wall) / operations,
            "cpu": client.cpu / operations / (rounds + 1),
            "peak": client.peak,
            "disk": client.disk,
            "rounds": [wall / operations for wall in client.wall],
        }
        for client in clients
    }


def show(title, results):
    plain = results["plain"]
    for name, result in results.items():
        print(
            f"| {title} | {NAMES.get(name, name)} | {result['wall']:.1f} | {result['wall'] / plain['wall']:.2f} "
            f"| {result['cpu']:.1f} | {result['cpu'] / plain['cpu']:.2f} | {result['peak']:.0f} |",
            flush=True,
        )


def bars(measured):
    """Whether all are met, said line by line."""
    lines = []
    for row, most in BARS:
        if row in measured:
            ours, plain = measured[row]["alula"], measured[row]["plain"]
            wall, cpu = ours["wall"] / plain["wall"], ours["cpu"] / plain["cpu"]
            lines.append((wall <= most, f"{row}: wall {wall:.2f} × a plain file, at most {most}; CPU {cpu:.2f} ×"))
    for row, results in measured.items():
        for name in results:
            if name in NAMES:
                continue
            ratios = [results["alula"][what] / results[name][what] for what in ("wall", "cpu")]
            lines.append((max(ratios) < 1, f"{row}: wall {ratios[0]:.2f}, CPU {ratios[1]:.2f} × {name}, below 1"))
    if "evict-20K" in measured:
        held = measured["evict-20K"]["alula"]["disk"]
        lines.append((held <= LIMIT, f"evict-20K: {held / 1e6:.1f} MB on disk of {LIMIT / 1e6:.0f} at the end"))
    print()
    for isMet, text in lines:
        print(f"- {'met' if isMet else 'MISSED'}: {text}")


def main():
    parser = argparse.ArgumentParser(prog="run-disk")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--rows", help="some rows only, with commas: " + ", ".join(row for row, *_ in TABLE))
    parser.add_argument("--json", metavar="OUT", help="every round as JSON")
    parser.add_argument("--peers", help=argparse.SUPPRESS)
    options = parser.parse_args()
    rows = options.rows.split(",") if options.rows else [row for row, *_ in TABLE]
    load = os.getloadavg()[0]
    scratch = make_scratch()
    measured = {}
    print("| what | client | wall µs | × plain | CPU µs | × plain | peak MB |\n|---|---|---|---|---|---|---|")
    try:
        for row, title, operations, names in TABLE:
            if row not in rows:
                continue
            names = [name for name in names if name in NAMES or options.peers]
            measured[row] = measure(row, operations, names, options.peers, scratch, options.rounds)
            show(title, measured[row])
    finally:
        shutil.rmtree(scratch)
    bars(measured)
    print(f"\nLoad {load:.1f} before, {os.getloadavg()[0]:.1f} after (ours included), {os.cpu_count()} cores.")
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"load": load, "rounds": options.rounds, "rows": measured}, file, indent=1)


if __name__ == "__main__":
    main()
