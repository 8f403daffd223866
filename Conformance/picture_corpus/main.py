"""The command line of Conformance/corpus."""
import argparse
import os
import subprocess
import sys
import tempfile

from .corpus_walk import Corpus, CorpusWalk
from .decode_run import trivial_memory
from .suite_result import HEADING, SuiteResult, missed_bars

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DEFAULT_FOLDER = os.path.join(os.path.dirname(ROOT), "shared", "corpus")
SHOWN_FAILURES = 40


def build():
    """A release build with every trait: the formats that are optional are judged, too."""
    command = ["swift", "build", "-c", "release", "--product", "alula", "--enable-all-traits"]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return os.path.join(ROOT, ".build", "release", "alula")


def parse(help_text, arguments):
    parser = argparse.ArgumentParser(prog="corpus", usage=help_text.split("Usage: ", 1)[1].replace("%", "%%"))
    parser.add_argument("folder", nargs="?", default=DEFAULT_FOLDER)
    parser.add_argument("--suite", action="append", default=[])
    parser.add_argument("--binary")
    for flag in ("--if-present", "--list", "--self-test"):
        parser.add_argument(flag, action="store_true")
    return parser, parser.parse_args(arguments)


def main(help_text, arguments):
    if "--help" in arguments or "-h" in arguments:
        print(help_text.strip())
        return 0
    parser, options = parse(help_text, arguments)
    if options.self_test:
        from .self_test import run_self_test

        return run_self_test()
    if not os.path.isdir(options.folder):
        print(f"corpus: SKIPPED, there is no folder {os.path.relpath(options.folder)}")
        return 0 if options.if_present else 2
    corpus = Corpus(options.folder)
    unknown = [name for name in options.suite if name not in corpus.manifests]
    if unknown or not corpus.manifests:
        parser.error(f"no suite {', '.join(unknown) or 'at all'} in {options.folder}")
    try:
        binary = os.path.abspath(options.binary) if options.binary else build()
    except subprocess.CalledProcessError:
        print("corpus: the tool cannot be built", file=sys.stderr)
        return 2
    return judge(corpus, binary, options)


def judge(corpus, binary, options):
    suites = options.suite or list(corpus.manifests)
    with tempfile.TemporaryDirectory() as scratch:
        base = trivial_memory(binary, scratch)
        walk = CorpusWalk(corpus, binary, scratch)
        walk.walk(suites)
    left_out = walk.left_out
    results = [SuiteResult(suite, walk.checks[suite], left_out, base) for suite in suites]
    print(HEADING)
    print("\n".join(result.row() for result in results))
    print_failures(results, options.list)
    if left_out:
        skipped = sum(len(result.skipped) for result in results)
        print(f"\nLeft out of this build, {skipped} files skipped: {', '.join(sorted(left_out))}")
    print("\nMemory: peak over a trivial decode.")
    missed = missed_bars(results)
    for line in missed:
        print(f"MISSED: {line}")
    print(f"passed {sum(one.passed for one in results)} of {sum(len(one.judged) for one in results)}")
    return 1 if missed else 0


def print_failures(results, shows_all):
    failures = [failure for result in results for failure in result.failures]
    if failures:
        shown = failures if shows_all else failures[:SHOWN_FAILURES]
        print(f"\n{len(failures)} failed" + ("" if shows_all else f", at most {SHOWN_FAILURES} shown (--list names all)") + ":")
        print("\n".join("  " + failure for failure in shown))
    notes = [f"  {result.name}/{check.expected.name}: {check.note}"
             for result in results for check in result.checks if check.note]
    if shows_all and notes:
        print("\nDownsampled:\n" + "\n".join(notes))
