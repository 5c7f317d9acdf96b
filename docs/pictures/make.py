#!/usr/bin/env python3
"""Makes the pictures of docs/methods-caches.md and the figures of other pages with the program, and compares the numbers in the text of
docs/methods-caches.md with the data of its pictures.

    docs/pictures/make.py build/ci/app/chasescope            # makes the pictures
    docs/pictures/make.py build/ci/app/chasescope --check    # only compares; the pictures in the repository stay as they are

The figures are made by the commands that the pages name. --check makes the pictures in a temporary folder. It does not compare the
pictures themselves: another version of Qt draws some pixels differently. Exit code 1: a number or a picture is not on its page.
"""
import csv
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parent / "methods-caches.md"
CARD = "file:docs/pictures/hashed-l1.json"
# chasescope probe conflicts --device cuda:0 --set space=global.ca --set carveout_percent=0 -o docs/pictures/h100-l1.cbor
H100 = "docs/pictures/h100-l1.cbor"
# The pictures of PAGE by name: figure, device or session, further options, width in mm, dots an inch.
PICTURES = {
    "who-hurts-whom": ("conflict-matrix", CARD, [], 177.8, 150),
    "out-of-the-noise": ("conflict-growth", CARD, [], 177.8, 150),
    "ways": ("set-occupancy", CARD, [], 120, 150),
    "index": ("set-index", CARD, ["--cache", "l1_data"], 177.8, 150),
    "which-line-goes": ("victim-ages", CARD, [], 84, 200),
    "ways-that-differ": ("victim-ages", "model:gtx560ti", ["--cache", "l1_data"], 84, 200),
    "h100": ("conflict-matrix", H100, [], 177.8, 150),
    "unequal-sets": ("set-map", "model:gtx560ti", ["--cache", "l2_tlb"], 120, 150),
}
# The pictures of other pages, with the page first and then the same as above. Numbers in the text of these pages are not compared.
ELSEWHERE = {
    "first-steps-miss-pattern": ("first-steps-author.md", "miss-pattern", "model:gtx560ti",
                                 ["--set", "from=16KiB", "--set", "to=18KiB", "--set", "stride=128"], 88.9, 200),
    "h200-memory": ("h200.md", "memory-diagram", "recording:h200", [], 177.8, 110),
    "h200-l2-map": ("h200.md", "l2-map", "recording:h200", [], 120, 110),
    "h100-memory-halves": ("h200.md", "memory-halves", "recording:h100", [], 150, 110),
    "h200-chip-map": ("h200.md", "chip-map", "recording:h200", [], 150, 110),
    "h100-tlb": ("h200.md", "tlb", "recording:h100", [], 177.8, 110),
    "probes/fine-grained": ("probes.md", "chase", "model:textbook", ["--set", "bytes=52", "--set", "stride=4"], 177.8, 110),
    "probes/capacity": ("probes.md", "miss-rate", "model:gtx560ti", ["--cache", "l1_data"], 120, 130),
    "probes/line": ("probes.md", "scope", "model:gtx560ti",
                    ["--set", "bytes=1KiB", "--set", "stride=4", "--set", "warmup=0", "--set", "accesses=128"], 120, 130),
    "probes/replacement": ("probes.md", "way-probability", "model:gtx560ti", ["--cache", "l1_data"], 100, 130),
    "probes/tlb": ("probes.md", "tlb", "model:gtx560ti", [], 177.8, 110),
    "probes/latency": ("probes.md", "memory-diagram", "model:gtx560ti", [], 177.8, 110),
    "probes/footprint-sweep": ("probes-others.md", "footprint-latency", "model:gtx560ti", [], 177.8, 110),
    "probes/stride-sweep": ("probes-others.md", "stride-latency", "model:gtx560ti", [], 177.8, 110),
    "probes/spectrum": ("probes-others.md", "latency-spectrum", "model:gtx560ti", [], 177.8, 110),
    "probes/banks": ("probes-others.md", "bank-lanes", "model:gtx780", [], 120, 130),
    "probes/outstanding": ("probes-others.md", "thread-latency", "model:k20", [], 120, 130),
    "probes/l2-copy": ("probes-others.md", "l2-copy", "model:m2070", [], 120, 130),
    "probes/load": ("probes-others.md", "load", "recording:tests/recordings/h200-load.cbor", [], 150, 120),
    "probes/operations": ("probes-others.md", "memory-operations", "model:h100", [], 120, 130),
    "probes/residency": ("probes-others.md", "l2-residency", "model:h100", [], 150, 120),
    "probes/host-memory": ("probes-others.md", "scope", "model:h100",
                           ["--set", "space=managed", "--set", "bytes=8MiB", "--set", "stride=64KiB", "--set", "warmup=0",
                            "--set", "accesses=128"], 177.8, 110),
    "probes/bandwidth": ("probes-others.md", "bandwidth", "model:h100", [], 150, 120),
}
# The pages of these pictures show the command, too. It asks for no caption, so the picture has none.
WITHOUT_CAPTION = {"first-steps-miss-pattern"}


def run(command):
    """Runs the program in the root of the repository. Ends this script with its message if it fails."""
    done = subprocess.run(command, cwd=HERE.parent.parent, capture_output=True, text=True,
                          env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr.strip()}")


def make(program, folder):
    """Makes all pictures in `folder`, with a CSV file of the data of each, and the two sessions whose findings the page tells."""
    for name, (figure, device, options, width, dpi) in {**PICTURES, **{name: rest for name, (_, *rest) in ELSEWHERE.items()}}.items():
        with tempfile.TemporaryDirectory() as made:
            source = ["--session" if device == H100 else "--device", device]
            command = [program, "figure", figure, *source, *options, "-o", made, "--name", figure, "--formats", "png,csv",
                       "--width", str(width), "--dpi", str(dpi), *([] if name in WITHOUT_CAPTION else ["--caption"])]
            run(command)
            (folder / name).parent.mkdir(exist_ok=True)
            for ending in ("png", "csv"):
                shutil.move(pathlib.Path(made) / f"{figure}.{ending}", folder / f"{name}.{ending}")
    run([program, "probe", "conflicts", "--device", CARD, "-o", str(folder / "session.json")])
    run([program, "convert", H100, str(folder / "h100.json")])


def rows(folder, name):
    with open(folder / f"{name}.csv", newline="") as file:
        return list(csv.DictReader(file))


def share(missed, trials):
    return f"{100 * int(missed) / int(trials):.0f} %"


def numbers(folder):
    """The phrases with numbers that must stand on PAGE, worked out from the data of the pictures in `folder`."""
    pairs = rows(folder, "who-hurts-whom")
    partner = next(row for row in pairs if row["set"] == row["other_set"])
    stranger = next(row for row in pairs if row["offset_bytes"] == partner["offset_bytes"] and row["set"] != row["other_set"])
    said = []
    for row in (partner, stranger):
        said.append(f"| {int(row['offset_bytes']):#x} | {int(row['other_offset_bytes']):#x} "
                    f"| {row['missed_with']} of {row['trials_with']}: {share(row['missed_with'], row['trials_with'])} "
                    f"| {row['missed_without']} of {row['trials_without']}: {share(row['missed_without'], row['trials_without'])} "
                    f"| {float(row['standard_errors']):.1f} |".replace("| -", "| −"))
    strangers = [float(row["standard_errors"]) for row in pairs if row["set"] != row["other_set"]]
    partners = [float(row["standard_errors"]) for row in pairs if row["set"] == row["other_set"]]
    said.append(f"Of {len(strangers) // 2:,} pairs of different sets none is above {max(strangers):.1f}; "
                f"of {len(partners) // 2:,} pairs of one set none is below {min(partners):.1f}.")
    differ = int(partner["offset_bytes"]) ^ int(partner["other_offset_bytes"])
    bits = [str(bit) for bit in range(64) if differ >> bit & 1]
    said.append(f"differ in bits {', '.join(bits[:-1])} and {bits[-1]}.")
    for session in ("session.json", "h100.json"):
        findings = {one["quantity"]: one for one in json.loads((folder / session).read_text())["findings"]}
        method = findings["sets"]["method"]
        trials, places = re.search(r"In ([\d,]+) trials, each with some of ([\d,]+) places", method).groups()
        said.append(f"took {trials} trials of {places} places")
        said.append(re.search(r"by ([\d,]+ lines that were not used before)", method).group(1))
    said.append(f"{findings['sets']['value']} sets of {findings['ways']['value']} ways, lines of {findings['line_bytes']['value']} B")
    said.append(re.search(r"\d+ of \d+ accesses came as LRU predicts whose new lines enter beneath the lines of the last 2 hits",
                          findings["replacement_policy"]["reason"]).group(0))
    shown = {row["trials"] for row in rows(folder, "out-of-the-noise")}
    few, some, all_of_them = sorted(shown, key=int)
    said.append(f"after {few}, {some} and all {int(all_of_them):,} trials")
    said.append(f"of {len({row['offset_bytes'] for row in pairs})} other places")
    loads = {}
    for row in rows(folder, "ways"):
        trials, missed = loads.get(int(row["lines_in"]), (0, 0.0))
        loads[int(row["lines_in"])] = (trials + int(row["trials"]), missed + int(row["trials"]) * float(row["missed_share"]))
    for lines, word in ((4, "four"), (5, "five"), (8, "eight")):
        trials, missed = loads[lines]
        said.append(f"with {word} lines in, {100 * missed / trials:.0f} %")
    for name in ("which-line-goes", "ways-that-differ"):
        for row in rows(folder, name):
            if row["age_from_oldest"] == "1":
                said.append(f"{100 * float(row['share_by_last_use']):.0f} % by last use, {100 * float(row['share_by_arrival']):.0f} % by arrival")
    return said


def main():
    if len(sys.argv) < 2:
        sys.exit("Name the program: docs/pictures/make.py build/ci/app/chasescope [--check]")
    program = os.path.abspath(sys.argv[1])
    page = PAGE.read_text()
    faults = [f"{name}.png is not on the page" for name in PICTURES if f"(pictures/{name}.png)" not in page]
    faults += [f"{name}.png is not on {on}" for name, (on, *_) in ELSEWHERE.items() if f"(pictures/{name}.png)" not in (HERE.parent / on).read_text()]
    with tempfile.TemporaryDirectory() as elsewhere:
        folder = pathlib.Path(elsewhere)
        make(program, folder)
        for sentence in numbers(folder):
            if sentence not in " ".join(page.split()):
                faults.append(f"the page does not say: {sentence}")
        for name in [*PICTURES, *ELSEWHERE]:
            if "--check" not in sys.argv:
                (HERE / name).parent.mkdir(exist_ok=True)
                (HERE / f"{name}.png").write_bytes((folder / f"{name}.png").read_bytes())
            elif not (HERE / f"{name}.png").exists():
                faults.append(f"{name}.png is missing: make it by docs/pictures/make.py")
    print("\n".join(faults) or f"{len(PICTURES) + len(ELSEWHERE)} pictures, and the page says what they show")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
