#!/usr/bin/env python3
"""Makes the page and the pictures of docs/gallery with the program: each figure and table of the papers beside what was published.

    docs/gallery/make.py build/ci/app/chasescope            # makes all of it anew (a minute or two)
    docs/gallery/make.py build/ci/app/chasescope --check    # whether some pieces of the page are what a run of today gives
    docs/gallery/make.py build/ci/app/chasescope --check paper-figure-5 …

--check compares words and numbers; the pictures themselves may differ in a hair with the version of Qt. PDF, SVG, data and provenance of
each figure are not kept here (28 MB); `chasescope gallery -o FOLDER` makes them.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE / "index.md"
DPI = 110  # a figure of 84 mm is as wide as a third of a screen
# Of each work, and of each kind of data: a model's runs, a recording, a table. All of them take a minute.
CHECKED = ["paper-figure-2", "paper-figure-5", "paper-table-5", "poster-staircase", "thesis-figure-4.6", "thesis-sharing", "study-figure-9",
           "data-store-carveout", "near-far-memory", "instruction-caches", "cluster-latencies"]


def folder_of(piece):
    """A folder for each work, and one for what no work has: in one there would be too many files."""
    work = piece.split("-", 1)[0]
    return work if work in ("paper", "poster", "thesis", "study") else "more"


def made(program, folder, ids):
    """The page of these pieces, all of them where none is named."""
    only = [word for piece in ids for word in ("--only", piece)]
    environment = {"QT_QPA_PLATFORM": "offscreen", "SOURCE_DATE_EPOCH": "0", "XDG_RUNTIME_DIR": str(folder), **os.environ}
    subprocess.run([program, "gallery", "--formats", "png", "--dpi", str(DPI), *only, "-o", str(folder)], check=True,
                   stdout=subprocess.DEVNULL, env=environment)
    page = (folder / "index.md").read_text(encoding="utf-8")
    return re.sub(r"\]\(([^)]*)\.svg\)", lambda link: f"]({folder_of(link[1])}/{link[1]}.png)", page)


def pieces(page):
    """The sections of a page by their heads."""
    return {section.split("\n", 1)[0]: section.rstrip() for section in page.split("\n## ")[1:]}


def check(program, ids):
    with tempfile.TemporaryDirectory() as folder:
        today = pieces(made(program, pathlib.Path(folder), ids))
    page = pieces(PAGE.read_text(encoding="utf-8"))
    faults = [head for head, words in today.items() if page.get(head) != words]
    for head in faults:
        print(f"{PAGE}: '{head}' is not what the program makes today; run {pathlib.Path(__file__).name}")
    for picture in re.findall(r"\]\(([^)]*\.png)\)", PAGE.read_text(encoding="utf-8")):
        if not (HERE / picture).is_file():
            faults.append(picture)
            print(f"{PAGE}: the picture {picture} is not there")
    if len(today) != len(ids):
        faults.append("pieces")
        print(f"{len(ids)} pieces were asked for, and {len(today)} came")
    print(f"{len(today)} pieces compared, {len(faults)} faults")
    return 1 if faults else 0


def make(program):
    with tempfile.TemporaryDirectory() as folder:
        page = made(program, pathlib.Path(folder), [])
        for old in HERE.glob("*/*.png"):
            old.unlink()
        for picture in pathlib.Path(folder).glob("*.png"):
            place = HERE / folder_of(picture.stem)
            place.mkdir(exist_ok=True)
            shutil.copy(picture, place / picture.name)
    PAGE.write_text(page, encoding="utf-8")
    print(f"{PAGE}: {len(pieces(page))} pieces")
    return 0


def main(words):
    if not words or (len(words) > 1 and words[1] != "--check"):
        print(__doc__, file=sys.stderr)
        return 2
    return check(words[0], words[2:] or CHECKED) if len(words) > 1 else make(words[0])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
