"""All files of all suites, two at a time."""
import concurrent.futures
import json
import os
import threading

from .expectation import PICTURES, Expectation
from .file_check import FileCheck

LANES = 2


class Corpus:
    """A folder of suites."""

    def __init__(self, folder):
        self.folder = folder
        names = sorted(os.listdir(folder))
        self.manifests = {name: self.read(name) for name in names if os.path.isfile(self.manifest(name))}

    def manifest(self, suite):
        return os.path.join(self.folder, suite, "manifest.json")

    def read(self, suite):
        with open(self.manifest(suite)) as file:
            return [Expectation(suite, entry) for entry in json.load(file)["files"]]

    @property
    def decodable(self):
        """Formats of which the manifests have a file that must decode."""
        everything = [one for entries in self.manifests.values() for one in entries]
        return {one.format for one in everything if one.status == "ok"} & PICTURES


class CorpusWalk:
    """The checks of some suites of a corpus by one tool."""

    def __init__(self, corpus, binary, scratch):
        self.corpus, self.binary, self.scratch = corpus, binary, scratch
        self.lane = threading.local()
        self.checks = {}

    def check(self, expected):
        pixels = os.path.join(self.scratch, f"pixels-{threading.get_ident()}")
        return FileCheck(self.binary, os.path.join(self.corpus.folder, expected.suite), expected, pixels)

    def walk(self, suites):
        """Runs everything; what hung beside another process has a second run alone."""
        with concurrent.futures.ThreadPoolExecutor(LANES) as lanes:
            for suite in suites:
                self.checks[suite] = list(lanes.map(self.check, self.corpus.manifests[suite]))
        for checks in self.checks.values():
            checks[:] = [self.check(check.expected) if check.has_hung else check for check in checks]

    @property
    def left_out(self):
        """Formats that the tool calls unsupported in every file, though some must decode."""
        checks = [check for some in self.checks.values() for check in some]
        refused = {check.expected.format for check in checks if check.first.is_unsupported}
        decoded = {check.expected.format for check in checks if check.first.is_decoded}
        return (refused - decoded) & self.corpus.decodable
