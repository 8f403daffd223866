"""The driver of run-decode: interleaves the clients row by row, prints Markdown tables and which bars are met."""
import argparse
import os
import platform

import own_measures
import pictures
from clients import BENCHMARKS, make_clients
from groups import GROUPS, OWN_GROUPS, peers_of
from measure import RowMeasurement
from quality import References
from table import HEAD, Report


class Suite:
    def __init__(self, report, rounds):
        self.report, self.rounds = report, rounds
        folder = os.path.join(BENCHMARKS, ".build", "decode", "pictures")
        self.album, self.references = pictures.Album(folder), References(folder)
        self.clients = {}

    def prepare(self, groups):
        """Starts every client that the groups need and says which cannot be had."""
        names = ["alula"] + list(dict.fromkeys(name for group in groups for name in GROUPS[group].peers))
        self.clients, skipped = make_clients(names)
        self.report.say("Peers: " + ", ".join(client.version for name, client in self.clients.items() if name != "alula") + ".")
        for line in skipped:
            self.report.say(f"- {line}")

    def show(self, name):
        if name == "threads":
            own_measures.show_threads(self.report, self.album, self.rounds)
        elif name == "startup":
            own_measures.show_startup(self.report, self.album)
        else:
            self.show_group(GROUPS[name])

    def show_group(self, group):
        self.report.say(f"\n## {group.title}\n\n{HEAD}")
        for row in group.rows:
            try:
                path, icon = self.album.path(row.picture), self.album.icon(row.picture)
            except (ImportError, OSError, ValueError, KeyError) as reason:
                self.report.say(f"| {row.picture} | skipped: cannot be made ({reason}) | | | | | | |")
                continue
            names = ["alula"] + [name for name in peers_of(group, row) if name in self.clients]
            measurement = RowMeasurement(row, path, icon, self.references)
            results = measurement.measure([self.clients[name] for name in names], self.album.size(path), self.rounds)
            self.report.show_row(row, results)

    def stop(self):
        for client in self.clients.values():
            client.stop()


def processor():
    with open("/proc/cpuinfo") as file:
        names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return names[0] if names else "an unnamed processor"


def parse():
    parser = argparse.ArgumentParser(prog="run-decode")
    parser.add_argument("--only", metavar="GROUP", action="append", choices=[*GROUPS, *OWN_GROUPS],
                        help="this group; may be given more than once: " + ", ".join([*GROUPS, *OWN_GROUPS]))
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--out", metavar="FILE", help="write the tables there, too")
    return parser.parse_args()


def main():
    options = parse()
    if not pictures.are_there():
        print(f"run-decode: SKIPPED, there are no photographs at {pictures.SOURCES} (Debian: mate-backgrounds)")
        return
    groups = options.only or [*GROUPS, *OWN_GROUPS]
    report = Report()
    suite = Suite(report, options.rounds)
    load = os.getloadavg()[0]
    try:
        suite.prepare([name for name in groups if name in GROUPS])
        for name in groups:
            suite.show(name)
    finally:
        suite.stop()
    report.show_bars()
    report.say(f"\nLoad {load:.1f} before, {os.getloadavg()[0]:.1f} after (ours included), {os.cpu_count()} cores.")
    if options.out:
        only = "".join(f" --only {name}" for name in options.only or [])
        head = ["# Decoding beside its peers", "", f"    Benchmarks/run-decode{only} --rounds {options.rounds}", "",
                f"{platform.system()} {platform.machine()}, {processor()}. What the columns mean: `README.md`.", ""]
        with open(options.out, "w") as file:
            file.write("\n".join(head + report.lines) + "\n")


if __name__ == "__main__":
    main()
