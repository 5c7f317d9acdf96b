"""python_module_test.py PROGRAM FOLDER SOURCE: whether the Python module chasescope reads the files of the program, refuses bad files with
a sentence, and does what docs/python.md says. FOLDER is for files of the test, SOURCE is the root of the repository."""

import csv
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import unittest

PROGRAM, FOLDER, SOURCE = sys.argv[1:4]
MODULE = os.path.join(SOURCE, "resources", "python")
sys.dont_write_bytecode = True
sys.path.insert(0, MODULE)
import chasescope  # noqa: E402


def program(*words):
    """Runs the program with these arguments, which must succeed, and returns what it printed."""
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen")
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, cwd=FOLDER, env=environment, timeout=300)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout


def place(name):
    return os.path.join(FOLDER, name)


def csv_rows(text):
    return list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))


class Module(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.makedirs(FOLDER, exist_ok=True)
        program("probe", "fine-grained", "--device", "model:textbook", "--set", "bytes=52", "--set", "stride=4", "--set", "seed=3",
                "-o", "shuffled.json")
        program("convert", "shuffled.json", "shuffled.cbor")
        program("convert", "shuffled.json", "shuffled.csv")

    def refused(self, text, *parts):
        """A file with this content must be refused by a ValueError of one line that has these parts."""
        with open(place("bad.json"), "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        with self.assertRaises(ValueError) as caught:
            chasescope.open_session(place("bad.json"))
        for part in ("bad.json",) + parts:
            self.assertIn(part, str(caught.exception))
        self.assertNotIn("\n", str(caught.exception))

    def test_accesses_are_those_of_the_csv(self):
        with open(place("shuffled.csv")) as file:
            rows = csv_rows(file.read())
        accesses = chasescope.open_session(place("shuffled.json")).runs[0].accesses()
        self.assertEqual(len(rows), len(accesses))
        for row, one in zip(rows, accesses):
            self.assertEqual((int(row["offset_bytes"]), float(row["cycles"])), (one["offset_bytes"], one["cycles"]))

    def test_cbor_and_json_are_one_session(self):
        of_json, of_cbor = (chasescope.open_session(place("shuffled." + kind)) for kind in ("json", "cbor"))
        self.assertEqual(of_json.findings, of_cbor.findings)
        self.assertEqual([run.trace for run in of_json.runs], [run.trace for run in of_cbor.runs])
        with open(place("shuffled.cbor"), "rb") as file:
            whole = file.read()
        for cut in (1, len(whole) // 2, len(whole) - 1):
            self.refused(whole[:cut], "byte")

    def test_a_curve_begins_with_hits_and_ends_with_misses(self):
        program("probe", "footprint-sweep", "--device", "model:textbook", "--set", "from=16", "--set", "to=256", "-o", "sweep.json")
        session = chasescope.open_session(place("sweep.json"))
        curve = session.curve("global.ca")
        cycles = {point["footprint_bytes"]: point["cycles"] for point in curve}
        # The cache holds twelve words, in three sets of two ways with two words a line. So an array of 48 bytes hits in 10 cycles,
        # and arrays from 72 bytes on take 100.
        self.assertEqual((cycles[48], cycles[128]), (10, 100))
        self.assertEqual([point["footprint_bytes"] for point in curve], sorted(cycles))
        self.assertTrue(session.run(curve[0]["runs"][0]).is_warm_chase)
        with self.assertRaises(ValueError) as caught:
            session.curve("texture")
        self.assertIn("footprint-sweep", str(caught.exception))

    def test_findings_are_those_of_the_csv_which_has_one_header(self):
        session = chasescope.open_session(place("shuffled.json"))
        text = program("convert", "shuffled.json", "--format", "csv")
        rows = csv_rows(text)
        self.assertEqual([(row["subject"], row["quantity"]) for row in rows],
                         [(one["subject"], one["quantity"]) for one in session.findings])
        self.assertEqual(sum(line.startswith("subject,quantity,") for line in text.splitlines()), 1)
        shutil.rmtree(place("folder"), ignore_errors=True)
        program("convert", "shuffled.json", "folder", "--format", "traces")
        with open(place("folder/findings.csv"), newline="") as file:
            self.assertEqual(file.read(), text)

    def test_values(self):
        session = chasescope.open_session(place("shuffled.json"))
        hit = session.find(quantity="hit_latency_cycles")
        self.assertEqual(len(hit), 1)
        self.assertEqual(session.value(hit[0]["subject"], "hit_latency_cycles"), 10)
        self.assertEqual([run.id for run in session.evidence(hit[0])], hit[0]["evidence"])
        self.assertIn("run-1", hit[0]["evidence"])
        with self.assertRaises(KeyError):
            session.value("l9", "hit_latency_cycles")
        if importlib.util.find_spec("pandas"):
            self.assertEqual(len(session.findings.to_pandas()), len(session.findings))

    def test_bad_files_are_told_in_a_sentence(self):
        with open(place("shuffled.json")) as file:
            good = json.load(file)
        self.refused("", "neither JSON nor CBOR")
        self.refused("access,cycles\n0,1\n", "chasescope convert")
        self.refused('{"schema": ', "line 1, column")
        self.refused("{}", "/schema")
        self.refused("[" * 100000, "neither JSON nor CBOR")
        self.refused('{"a": ' + "[" * 100000, "bad.json")
        self.refused(b'{"a": "\xff"}', "byte 7")
        self.refused(b"\x81" * 1000, "bad.json")
        self.refused(b"\xa1" + b"\x61a\x81" * 1 + b"\x81" * 100, "nested")
        self.refused(b"\xbf\x00\x00\xff", "texts as names")
        for change, at in (({"schema": "other"}, "/schema"), ({"runs": 3}, "/runs"), ({"findings": [1]}, "/findings/0"),
                           ({"runs": [{"id": "a", "request": {}, "trace": {"cycles": [1, "x"]}}]}, "/runs/0/trace/cycles/1"),
                           ({"runs": [{"id": "a"}]}, "/runs/0/request")):
            self.refused(json.dumps({**good, **change}), at)
        self.refused(json.dumps({**good, "notes": float("nan")}), "NaN")
        del good["runs"]
        self.refused(json.dumps(good), "/runs: it is missing")

    def test_the_page_runs(self):
        with open(os.path.join(SOURCE, "docs", "python.md")) as file:
            page = file.read()
        blocks = re.findall(r"```(sh|python)\n(.*?)```", page, re.S)
        self.assertEqual([kind for kind, _ in blocks].count("python"), 4)
        said = []
        for kind, text in blocks:
            if kind == "sh":
                for line in text.splitlines():
                    program(*shlex.split(line)[1:])
                continue
            done = subprocess.run([sys.executable, "-B", "-c", text], capture_output=True, text=True, cwd=FOLDER,
                                  env=dict(os.environ, PYTHONPATH=MODULE), timeout=300)
            self.assertEqual(done.returncode, 0, done.stderr)
            said.append(done.stdout)
        # The curves of a discovery have at least 60 footprints for each memory space, and their misses are slower than their hits.
        for line, space in zip(said[0].splitlines(), ("global.ca", "global.cg", "texture")):
            found = re.fullmatch(rf"{space} (\d+) footprints, ([\d.]+) to ([\d.]+) cycles", line)
            self.assertTrue(found, line)
            self.assertGreaterEqual(int(found[1]), 60)
            self.assertGreater(float(found[3]), 1.3 * float(found[2]), line)
        self.assertEqual(said[0].count("\n"), 3)
        self.assertIn("48 10.0\n", said[1])
        self.assertTrue(said[2].startswith("33.25 cycles\n512 sets at carve-out 0\n"), said[2][:200])
        # 13 words in a cache of 12: the three words that fall into the overfull set miss in each pass.
        self.assertEqual(len(json.loads(said[3])), 3)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
