"""Conformance/corpus --self-test: a corpus of a few files, and a tool that answers as each test says."""
import contextlib
import hashlib
import io
import json
import os
import struct
import sys
import tempfile
import unittest
import zlib
from unittest import mock

from . import decode_run, file_check, pixels
from .main import main

# Says of each file what "answers.json" beside it says: a report, pixels (hex), or an act.
TOOL = '''#!{python} -IS
import json, os, signal, sys, time
folder = os.path.dirname(os.path.abspath(__file__))
name = os.path.basename(sys.argv[-1])
kind = "fit" if "--fit" in sys.argv else "color" if "--no-color-management" not in sys.argv else "plain"
answers = json.load(open(os.path.join(folder, "answers.json")))
answer = answers.get(name + " " + kind) or answers.get(name) or dict(report=dict(status="ok", format="gif"))
act = answer.get("act")
if act == "crash": os.kill(os.getpid(), signal.SIGSEGV)
if act == "trap": sys.exit(132)
if act == "hang": time.sleep(60)
if act == "greed": filled = b"x" * 60_000_000
if act == "hang once":
    mark = os.path.join(folder, "has hung")
    if not os.path.exists(mark):
        open(mark, "w").close()
        time.sleep(60)
with open(sys.argv[sys.argv.index("--pixels") + 1], "wb") as out: out.write(bytes.fromhex(answer.get("pixels", "")))
if act != "silence": print(json.dumps(answer["report"]))
sys.exit(0 if answer["report"]["status"] == "ok" else 1)
'''
RED, BLUE = "ff0000ff", "0000ffff"


def ok(pixels=RED * 64, side=8, **more):
    report = {"status": "ok", "format": "png", "width": side, "height": side, "orientation": 1, "frames": 1}
    return {"report": report | more, "pixels": pixels}


def refused(code="decoding", form="png"):
    return {"report": {"status": "error", "code": code, "error": "no", "format": form}}


def expected(pixels=RED * 64, side=8, **more):
    facts = {"status": "ok", "format": "png", "width": side, "height": side, "orientation": 1, "frames": 1}
    if pixels:
        facts["rgba8_sha256"] = hashlib.sha256(bytes.fromhex(pixels)).hexdigest()
    return facts | more


def png(rows, channels):
    """A PNG of 8 bits; each row is a filter's number and its bytes."""
    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    width = (len(rows[0]) - 1) // channels
    head = struct.pack(">IIBBBBB", width, len(rows), 8, 2 if channels == 3 else 6, 0, 0, 0)
    packed = zlib.compress(b"".join(bytes(row) for row in rows))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


class CorpusSelfTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = holder.name
        self.tool = os.path.join(self.folder, "tool")
        with open(self.tool, "w") as file:
            file.write(TOOL.replace("{python}", sys.executable))
        os.chmod(self.tool, 0o755)
        self.entries, self.answers = {}, {}
        self.patch(file_check, "MEMORY_LIMIT", 40e6)

    def patch(self, place, name, value):
        patch = mock.patch.object(place, name, value)
        patch.start()
        self.addCleanup(patch.stop)

    def add(self, suite, name, facts, answer, body=b"", **entry):
        folder = os.path.join(self.folder, "corpus", suite)
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, name), "wb") as file:
            file.write(body)
        self.entries.setdefault(suite, []).append({"file": name, "expected": facts} | entry)
        self.answers[name] = answer

    def run_corpus(self, *options):
        """The exit status and what was printed."""
        for suite, entries in self.entries.items():
            with open(os.path.join(self.folder, "corpus", suite, "manifest.json"), "w") as file:
                json.dump({"files": entries}, file)
        with open(os.path.join(self.folder, "answers.json"), "w") as file:
            json.dump(self.answers, file)
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            status = main("Usage: corpus", [os.path.join(self.folder, "corpus"), "--binary", self.tool, *options])
        return status, said.getvalue()

    def assert_failed(self, reason, passed="passed 0 of 1"):
        status, said = self.run_corpus()
        self.assertEqual(status, 1, said)
        self.assertIn(reason, said)
        self.assertEqual(said.splitlines()[-1], passed)

    def assert_passed(self, passed="passed 1 of 1"):
        status, said = self.run_corpus()
        self.assertEqual(status, 0, said)
        self.assertEqual(said.splitlines()[-1], passed)
        return said

    def test_a_right_picture_passes(self):
        self.add("png-bugs", "a.png", expected(), ok())
        self.assert_passed()

    def test_a_wrong_pixel_fails(self):
        self.add("png-bugs", "a.png", expected(), ok(RED * 63 + BLUE))
        self.assert_failed("a.png: other pixels")

    def test_wrong_facts_fail(self):
        for name, value in (("format", "gif"), ("orientation", 6), ("width", 9), ("frames", 2)):
            self.entries, self.answers = {}, {}
            with self.subTest(name):
                self.add("png-bugs", "a.png", expected(orientation=3), ok(**{"orientation": 3, name: value}))
                self.assert_failed("a.png: ")

    def test_pixels_that_were_agreed_on_say_more_than_an_orientation_of_1(self):
        self.add("heic", "a.heic", expected(format="heic"), ok(format="heic", orientation=4))
        self.assert_passed()
        self.answers["a.heic"] = ok(RED * 63 + BLUE, format="heic", orientation=4)
        self.assert_failed("orientation 4, not 1")

    def test_only_boxes_turn_avif(self):
        self.add("avif", "a.avif", expected(format="avif", orientation=3), ok(format="avif"), b"Exif")
        self.add("avif", "b.avif", expected(format="avif", orientation=3), ok(format="avif"), b"irot")
        self.assert_failed("b.avif: orientation 1, not 3", passed="passed 1 of 2")

    def test_plays_and_durations_count(self):
        facts = expected(frames=2, plays=0, durations_ms=[10, 20])
        self.add("apng", "a.png", facts, ok(frames=2, plays=0, durations_ms=[10, 20]))
        self.add("apng", "b.png", facts, ok(frames=2, plays=1, durations_ms=[10, 20]))
        self.add("apng", "c.png", facts, ok(frames=2, plays=0, durations_ms=[10, 10]))
        self.assert_failed("durations [10, 10]", passed="passed 1 of 3")

    def test_averages_have_a_tolerance(self):
        facts = expected(None, thumb8_premultiplied_rgba=RED * 64, thumb8_max_diff={"vips": 6, "other": None})
        self.add("jpeg", "a.png", facts, ok("f50000ff" * 64))
        self.add("jpeg", "b.png", facts, ok("f40000ff" * 64))
        self.assert_failed("b.png: thumb8: off by 11, 10 allowed", passed="passed 1 of 2")

    def test_colours_are_judged_where_two_agreed(self):
        facts = expected(srgb_thumb8=BLUE * 64, srgb_thumb8_diff=0)
        self.add("color", "a.png", facts, ok())
        self.answers["a.png color"] = ok(BLUE * 64)
        self.assert_passed()
        del self.answers["a.png color"]
        self.assert_failed("srgb_thumb8: off by 255")

    def test_what_must_fail_must_fail_as_a_thumbnail_too(self):
        self.add("truncated", "a.png", expected(status="error"), refused())
        self.assert_passed()
        self.answers["a.png fit"] = ok()
        self.assert_failed("decoded as a thumbnail")

    def test_a_cut_off_file_is_an_error_where_decoders_disagree(self):
        self.add("truncated", "a.png", expected(status="either"), ok(), cut=5)
        self.assert_failed("an error is expected")

    def test_either_is_not_decisive(self):
        self.add("jpeg", "a.png", expected(status="either"), ok(BLUE * 64))
        self.assert_passed("passed 0 of 0")

    def test_crashes_are_seen_though_nothing_is_decisive(self):
        for act in ("crash", "trap"):
            with self.subTest(act):
                self.entries = {}
                self.add("crashers", "a.png", expected(status="either"), {"act": act})
                self.assert_failed("a.png: crashed", passed="passed 0 of 0")

    def test_a_hang_is_seen(self):
        self.patch(decode_run, "HANG_SECONDS", 1)
        self.add("bombs", "a.png", expected(status="limit"), {"act": "hang"})
        self.assert_failed("a.png: hung")

    def test_what_hung_beside_another_has_a_second_run(self):
        self.add("png-bugs", "a.png", expected(), ok() | {"act": "hang once"})
        self.assert_passed()

    def test_greed_is_seen(self):
        self.add("large", "a.png", expected(), ok() | {"act": "greed"})
        self.assert_failed("a.png: took ")

    def test_silence_is_a_failure(self):
        self.add("png-bugs", "a.png", expected(status="either"), ok() | {"act": "silence"})
        self.assert_failed("a.png: no report", passed="passed 0 of 0")

    def test_a_format_that_is_left_out_is_skipped_and_named(self):
        self.add("png-bugs", "a.png", expected(), ok())
        self.add("tiff", "a.tiff", expected(format="tiff"), refused("unsupportedFormat", "tiff"))
        self.add("crashers", "b.tiff", expected(format="tiff", status="error"), refused("unsupportedFormat", "tiff"))
        self.assertIn("2 files skipped: tiff", self.assert_passed())

    def test_a_format_that_is_decoded_is_not_skipped(self):
        self.add("tiff", "a.tiff", expected(format="tiff"), ok(format="tiff"))
        self.add("tiff", "b.tiff", expected(format="tiff"), refused("unsupportedFormat", "tiff"))
        self.assert_failed("b.tiff: error", passed="passed 1 of 2")

    def test_sniffing_is_judged_though_the_file_must_fail(self):
        self.add("sniff", "a.bin", expected(status="error"), refused(form="jpeg"), sniff="png")
        self.assert_failed("format jpeg, not png")

    def test_a_bar_is_a_share(self):
        for number in range(20):
            self.add("tiff", f"{number}.tiff", expected(format="tiff"), ok(RED * 64 if number else BLUE * 64, format="tiff"))
        self.assert_passed("passed 19 of 20")

    def test_downsampling_must_reach_the_weakest_of_the_others(self):
        others = {"pillow_lanczos": 60, "vips_thumbnail": 35, "nearest": 10}
        fit = {"fit": [1, 1], "reference": "ref.png", "psnr_db_of_others_to_reference": others}
        self.add("downsample", "a.png", expected(fit100=fit), ok())
        self.add("downsample", "ref.png", expected(status="either"), ok(), png([(0, 255, 0, 0)], 3))
        self.answers["a.png fit"] = ok("fd0000ff", 1)
        self.assert_passed()
        self.answers["a.png fit"] = ok("e00000ff", 1)
        self.assert_failed("fit100: 24.3 dB")
        self.answers["a.png fit"] = ok(RED * 4, 2)
        self.assert_failed("fit100: size 2x2, not 1x1")

    def test_every_filter_of_a_png_is_undone(self):
        rows = [(1, 10, 20, 30, 255, 1, 2, 3, 0), (2, 1, 1, 1, 0, 1, 1, 1, 0), (3, *[1] * 8), (4, *[9] * 8)]
        self.add("png-bugs", "a.png", expected(), ok(), png(rows, 4))
        _, _, found = pixels.read_png(os.path.join(self.folder, "corpus", "png-bugs", "a.png"))
        wanted = "0a141eff" "0b1621ff" "0b151fff" "0c1722ff" "060b1080" "0a121ac0" "0f141989" "181d23c9"
        self.assertEqual(found.hex(), wanted)

    def test_one_suite_can_be_asked_for(self):
        self.add("png-bugs", "a.png", expected(), ok())
        self.add("jpeg", "b.png", expected(), ok(BLUE * 64))
        status, said = self.run_corpus("--suite", "png-bugs")
        self.assertEqual((status, said.splitlines()[-1]), (0, "passed 1 of 1"))

    def test_no_corpus_is_no_success_unless_that_is_asked(self):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            self.assertEqual(main("Usage: corpus", ["/nowhere/corpus"]), 2)
            self.assertEqual(main("Usage: corpus", ["/nowhere/corpus", "--if-present"]), 0)
        self.assertIn("SKIPPED", said.getvalue())


def run_self_test():
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(CorpusSelfTest)
    return 0 if unittest.TextTestRunner(stream=sys.stderr).run(suite).wasSuccessful() else 1
