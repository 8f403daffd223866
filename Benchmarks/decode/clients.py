"""The processes that decode: ours, the peers in Python, the codecs alone in C."""
import glob
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
BENCHMARKS = os.path.dirname(HERE)
NAMES = {
    "alula": "**Alula**",
    "vips": "libvips",
    "vips-wheel": "libvips, wheel",
    "pillow": "Pillow",
    "opencv": "OpenCV",
    "qt": "Qt",
    "gdk": "gdk-pixbuf",
    "turbojpeg": "TurboJPEG alone",
    "libpng": "libpng's rows alone",
    "libwebp": "libwebp alone",
    "libavif": "libavif alone",
}
CODECS = {"turbojpeg": "libturbojpeg", "libpng": "libpng", "libwebp": "libwebp", "libavif": "libavif"}
QUIET = {"QT_LOGGING_RULES": "*=false", "G_MESSAGES_DEBUG": "", "VIPS_WARNING": "0", "OPENCV_LOG_LEVEL": "SILENT"}


class Unavailable(Exception):
    """Why a client cannot be measured."""


class Client:
    """One process; started again where it has died."""

    def __init__(self, name, command, version=None):
        self.name, self.command, self.process = name, command, None
        self.version = version or self.ask("version")["version"]

    @property
    def title(self):
        return NAMES[self.name] if self.name == "alula" else self.version + (" alone" if self.name in CODECS else "")

    def start(self):
        environment = {**os.environ, **QUIET, "PYTHONDONTWRITEBYTECODE": "1"}
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, env=environment)

    def ask(self, *words):
        """The words of the answer. Raises Unavailable with what the client says."""
        if self.process is None:
            self.start()
        try:
            self.process.stdin.write("\t".join(map(str, words)) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            status = self.process.wait()
            self.process = None
            raise Unavailable(f"cannot be loaded or has died (status {status})")
        answer = dict(word.split("=", 1) for word in line.rstrip("\n").split("\t"))
        if "error" in answer:
            raise Unavailable(answer["error"])
        return answer

    def alone(self):
        """The same client in a process of its own."""
        return Client(self.name, self.command, self.version)

    def stop(self):
        if self.process:
            self.process.stdin.close()
            self.process.wait()
            self.process = None


def python_peer(name, *arguments):
    return [sys.executable, os.path.join(HERE, f"peer_{name}.py"), *arguments]


def wheel_library():
    """The library that the package pyvips-binary brings."""
    found = [path for folder in sys.path for path in glob.glob(os.path.join(folder, "pyvips_binary.libs", "libvips*.so*"))]
    if not found:
        raise Unavailable("pyvips-binary is not installed")
    return found[0]


def compiled(name):
    """The C worker of a codec, compiled where its headers are there."""
    package, sources = CODECS[name], [os.path.join(HERE, "codecs", file) for file in ("worker.c", f"{name}.c")]
    out = os.path.join(BENCHMARKS, ".build", "decode", name)
    flags = run(["pkg-config", "--cflags", "--libs", package], f"there is no {package} to compile with")
    run(["cc", "-O2", "-o", out, *sources, *flags.split()], f"{name}.c does not compile")
    return out, f"{package} {run(['pkg-config', '--modversion', package], 'pkg-config').strip()}"


def run(command, complaint):
    try:
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError) as failure:
        raise Unavailable(complaint) from failure


def make_client(name):
    if name == "alula":
        return Client(name, [os.path.join(BENCHMARKS, ".build", "release", "DecodeBench")], "Alula")
    if name == "vips":
        return Client(name, python_peer("vips", "libvips.so.42"))
    if name == "vips-wheel":
        return Client(name, python_peer("vips", wheel_library()))
    if name in CODECS:
        path, version = compiled(name)
        return Client(name, [path], version)
    return Client(name, python_peer(name))


def make_clients(names):
    """The clients that can be measured, and a line for each that cannot."""
    clients, skipped = {}, []
    for name in names:
        try:
            clients[name] = make_client(name)
        except Unavailable as reason:
            skipped.append(f"{NAMES[name]}: skipped, {reason}")
    return clients, skipped
