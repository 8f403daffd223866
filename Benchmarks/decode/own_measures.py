"""What has no peer: two threads to one, and what a program pays for its first decode."""
import contextlib
import os
import statistics
import subprocess
import time

from clients import BENCHMARKS
from groups import LEAST_THROUGHPUT, MOST_STARTUP

BUILT = os.path.join(BENCHMARKS, ".build", "release")
THREADED = ["JPEG 24 MP 4:2:0", "JPEG 2.5 MP", "PNG 8 MP RGB", "WebP 1200×800", "GIF 640×427"]
STARTS = 200
PROGRAMS = {
    "StartupEmpty": "Foundation alone",
    "StartupNetworking": "Foundation and FoundationNetworking",
    "StartupLinked": "with Alula, nothing decoded",
    "StartupDecode": "with Alula, one decode",
}


@contextlib.contextmanager
def going_first():
    """These need the machine's cores for some seconds: where that is allowed, what else it does waits. Being nice is not
    enough: Linux shares out to sessions first."""
    policy, parameters = os.sched_getscheduler(0), os.sched_getparam(0)
    try:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    except PermissionError:
        pass
    yield
    with contextlib.suppress(PermissionError):
        os.sched_setscheduler(0, policy, parameters)


def show_threads(report, album, rounds):
    report.say("\n## Two threads to one\n")
    report.say("The best of the rounds, before everything else that the machine does where that is allowed. At work: the share of the time")
    report.say("in which both threads had a core and something to do. The first row shares nothing but the machine.\n")
    report.say("| picture | × one thread | at work | bar | |\n|---|---|---|---|---|")
    for name in ["numbers in registers"] + THREADED:
        path = album.path(name) if name in THREADED else "-"
        command = [os.path.join(BUILT, "DecodeBench"), "--threads", "2", path, "300", "300", str(rounds)]
        with going_first():
            said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        ratio, busy = (float(word.split("=")[1]) for word in said.split())
        if path == "-":
            report.say(f"| {name} | {ratio:.2f} | {busy:.0%} | | |")
            continue
        verdict = report.verdict(ratio >= LEAST_THROUGHPUT, f"two threads, {name}: {ratio:.2f}, at least {LEAST_THROUGHPUT}")
        report.say(f"| {name} → 300 | {ratio:.2f} | {busy:.0%} | ≥ {LEAST_THROUGHPUT} | {verdict} |")


def start(program, path):
    """Wall and CPU of one run, in ms."""
    begin = time.perf_counter()
    pid = os.posix_spawn(os.path.join(BUILT, program), [program, path], os.environ)
    _, status, usage = os.wait4(pid, 0)
    wall = time.perf_counter() - begin
    if status:
        raise SystemExit(f"{program} failed")
    return wall * 1e3, (usage.ru_utime + usage.ru_stime) * 1e3


def show_startup(report, album):
    report.say("\n## Start-up\n")
    report.say(f"A program that reads an icon (JPEG, 64 × 64); {STARTS} runs of each in turn, medians. The bar is on all that a")
    report.say("decode adds to a program that links Foundation and reads the file; the second row is what FoundationNetworking would cost.\n")
    path = album.path("icon JPEG 64×64")
    taken = {program: [] for program in PROGRAMS}
    with going_first():
        for _ in range(STARTS):
            for program in PROGRAMS:
                taken[program].append(start(program, path))
    report.say("| program | wall ms | CPU ms | bar | |\n|---|---|---|---|---|")
    medians = {program: [statistics.median(column) for column in zip(*taken[program])] for program in PROGRAMS}
    for program, (wall, cpu) in medians.items():
        report.say(f"| {PROGRAMS[program]} | {wall:.2f} | {cpu:.2f} | | |")
    more = [ours - empty for empty, ours in zip(medians["StartupEmpty"], medians["StartupDecode"])]
    what = f"start-up: {more[0]:.2f} ms wall, {more[1]:.2f} ms CPU more, at most {MOST_STARTUP}"
    verdict = report.verdict(max(more) <= MOST_STARTUP, what)
    report.say(f"| more than Foundation alone | {more[0]:.2f} | {more[1]:.2f} | ≤ {MOST_STARTUP} ms | {verdict} |")
