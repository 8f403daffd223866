"""One process of the tool: what it said, how it ended, what it took."""
import hashlib
import json
import os
import subprocess
import tempfile
import time

HANG_SECONDS = 5
FAILED_STATUS = (0, 1)


class DecodeRun:
    """Runs the tool on one file and waits for its end, or ends it when it hangs."""

    def __init__(self, binary, path, pixels, options):
        # Left in the file: what this process holds would count as the next one's memory (wait4 counts before exec, too).
        self.pixels = pixels
        if os.path.exists(pixels):
            os.unlink(pixels)
        command = [binary, "decode", "--json", "--pixels", pixels, *options, "--", path]
        with tempfile.TemporaryFile() as said:
            started = time.monotonic()
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.DEVNULL)
            status, usage = self.wait(process, started)
            self.seconds = time.monotonic() - started
            said.seek(0)
            self.report = parse(said.read())
        process.returncode = os.waitstatus_to_exitcode(status)
        self.memory = usage.ru_maxrss * 1024
        self.has_crashed = not self.has_hung and process.returncode not in FAILED_STATUS

    def wait(self, process, started):
        self.has_hung = False
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                return status, usage
            if time.monotonic() - started > HANG_SECONDS and not self.has_hung:
                self.has_hung = True
                process.kill()
            time.sleep(0.001)

    @property
    def is_unsupported(self):
        return self.report.get("code") == "unsupportedFormat"

    @property
    def is_decoded(self):
        return self.report.get("status") == "ok"

    @property
    def is_refused(self):
        return self.report.get("status") == "error"

    def digest(self):
        digest = hashlib.sha256()
        with open(self.pixels, "rb") as file:
            while part := file.read(1 << 20):
                digest.update(part)
        return digest.hexdigest()


def parse(said):
    try:
        report = json.loads(said)
    except ValueError:
        return {}
    return report if isinstance(report, dict) else {}


# One white pixel as GIF: what the tool takes for it is what it takes for itself.
TRIVIAL_GIF = bytes.fromhex("47494638396101000100800000000000ffffff2c00000000010001000002024401003b")


def trivial_memory(binary, folder):
    """The peak of a decode of one pixel, the largest of five."""
    path = os.path.join(folder, "trivial.gif")
    with open(path, "wb") as file:
        file.write(TRIVIAL_GIF)
    return max(DecodeRun(binary, path, os.path.join(folder, "trivial"), []).memory for _ in range(5))
