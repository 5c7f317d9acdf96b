#!/usr/bin/env python3
"""Makes the page and the pictures of docs/gallery with the program. A piece of the page is a figure or a table of the papers, made from
measurements of the program and set beside the published numbers.

    docs/gallery/make.py build/ci/app/chasescope            # makes the page and all pictures (a minute or two)
    docs/gallery/make.py build/ci/app/chasescope --check    # makes the pieces of CHECKED again and compares them with the page
    docs/gallery/make.py build/ci/app/chasescope --check paper-figure-5 …    # the same for the pieces that are named

--check compares words and numbers, and ends with exit code 1 if they differ. It does not compare pictures: another version of Qt draws
some pixels differently. The repository does not keep PDF, SVG, data and provenance of each figure (28 MB); `chasescope gallery -o FOLDER`
makes them.
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
DPI = 110  # dots an inch: a figure 84 mm wide has 364 pixels, about a third of a screen
# The pieces that --check compares if none is named: at least one of each paper, and one for each kind of data (runs of a software GPU, a
# recording, a table). They take a minute.
CHECKED = ["paper-figure-2", "paper-figure-5", "paper-table-5", "poster-staircase", "thesis-figure-4.6", "thesis-sharing", "study-figure-9",
           "data-store-carveout", "near-far-memory", "instruction-caches", "cluster-latencies"]


def folder_of(piece):
    """The folder of a piece's picture. Each paper has one, and "more" has the pieces of no paper: one folder for all would hold too many files."""
    work = piece.split("-", 1)[0]
    return work if work in ("paper", "poster", "thesis", "study") else "more"


def made(program, folder, ids):
    """Makes the pieces with these ids (all pieces if `ids` is empty) in `folder`. Returns the text of their page."""
    only = [word for piece in ids for word in ("--only", piece)]
    environment = {"QT_QPA_PLATFORM": "offscreen", "SOURCE_DATE_EPOCH": "0", "XDG_RUNTIME_DIR": str(folder), **os.environ}
    subprocess.run([program, "gallery", "--formats", "png", "--dpi", str(DPI), *only, "-o", str(folder)], check=True,
                   stdout=subprocess.DEVNULL, env=environment)
    page = (folder / "index.md").read_text(encoding="utf-8")
    return re.sub(r"\]\(([^)]*)\.svg\)", lambda link: f"]({folder_of(link[1])}/{link[1]}.png)", page)


def pieces(page):
    """A dict from each heading of the page to the section below it."""
    return {section.split("\n", 1)[0]: section.rstrip() for section in page.split("\n## ")[1:]}


def check(program, ids):
    """Compares pieces made now with those of the page, and prints what differs. Returns the exit code."""
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
    """Writes the page and all pictures, and removes the old ones. Returns the exit code."""
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
