#!/usr/bin/env python3
"""desktop_test.py ROOT PROGRAM PART: whether the files that describe ChaseScope to a Linux desktop are valid.

PART is one of these:
- metainfo: appstreamcli accepts the metainfo file.
- entry: desktop-file-validate accepts the desktop entry.
- types: the desktop entry, the metainfo file and the file of MIME types name the same types.
- mime: a desktop finds the right MIME type for each file that the program writes.
Exit code 77: the tool for this part is not installed.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

METAINFO, ENTRY, TYPES = "org.chasescope.ChaseScope.metainfo.xml", "chasescope.desktop", "chasescope.xml"
PREFIX, LESSON = "application/x-chasescope-", "text/x-chasescope-lesson"


def checked(*command):
    """Runs a tool. Its output is a fault if it fails; exit code 77 if it is not installed."""
    if shutil.which(command[0]) is None:
        print(f"skipped: {command[0]} is not installed")
        sys.exit(77)
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        yield done.stdout + done.stderr


def metainfo(folder):
    """Faults of the metainfo file: as it is in the repository, and as metainfo.cmake writes it with a website and screenshots."""
    yield from checked("appstreamcli", "validate", "--no-net", str(folder / METAINFO))
    with tempfile.TemporaryDirectory() as name:
        out = pathlib.Path(name) / METAINFO
        website = "https://chasescope.example"
        subprocess.run(["cmake", f"-DWEBSITE={website}", f"-DOUT={out}", "-P", folder / "metainfo.cmake"], check=True)
        yield from checked("appstreamcli", "validate", "--no-net", str(out))
        shown = [one.text for one in xml.parse(out).iter("image")]
        if len(shown) < 3:
            yield f"There are {len(shown)} screenshots."
        for address in shown:
            if not (folder.parent / "docs" / address.removeprefix(website + "/")).is_file():
                yield f"docs has no {address}."


def types(folder):
    """Differences between the MIME types of the desktop entry, the metainfo file and the file that defines them."""
    entry = (folder / ENTRY).read_text()
    opened = set(re.search(r"^MimeType=(.*)$", entry, re.M).group(1).strip(";").split(";"))
    metainfo = xml.parse(folder / METAINFO)
    told = {one.text for one in metainfo.iter("mediatype")}
    known = {one.get("type") for one in xml.parse(folder / TYPES).getroot().findall("{*}mime-type")}
    if opened != told:
        yield f"Only the desktop entry or only the metainfo has {sorted(opened ^ told)}."
    if not opened <= known:
        yield f"{TYPES} does not know {sorted(opened - known)}."
    if metainfo.findtext("launchable") != ENTRY:
        yield f"The metainfo launches {metainfo.findtext('launchable')}, but the entry is {ENTRY}."


def mime(folder, program):
    """Files of the program, and some others, for which a desktop finds the wrong MIME type."""
    for tool in ("update-mime-database", "gio"):
        if shutil.which(tool) is None:
            print(f"skipped: {tool} is not installed")
            sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        place = pathlib.Path(name)
        packages = place / "data/mime/packages"
        packages.mkdir(parents=True)
        shutil.copy(folder / TYPES, packages)
        done = subprocess.run(["update-mime-database", place / "data/mime"], capture_output=True, text=True)
        if done.returncode != 0:
            yield done.stderr
        run = [program, "probe", "fine-grained", "--device", "model:textbook", "--set", "bytes=52", "--set", "stride=4"]
        for file in ("s.cbor", "s.json"):
            subprocess.run([*run, "-o", place / file], check=True, capture_output=True)
        (place / "s.json").rename(place / "session")  # a file with the ending .json is JSON for most desktops
        subprocess.run([program, "mystery", "new", "--level", "easy", "--seed", "5", "-o", place / "m.mystery"], check=True, capture_output=True)
        shutil.copy(folder.parent / "resources/models/textbook.json", place / "model")
        (place / "a.answers").write_text("{}")
        shutil.copy(folder.parent / "resources/lessons/01-first-chase.md", place / "first.lesson.md")
        shutil.copy(folder.parent / "README.md", place / "page.md")
        (place / "other").write_text('{"schema": "something"}')
        environment = {**os.environ, "XDG_DATA_HOME": str(place / "data"), "XDG_DATA_DIRS": "/usr/share"}
        for file, kind in (("s.cbor", "session+cbor"), ("session", "session+json"), ("m.mystery", "mystery"), ("a.answers", "answers"),
                           ("model", "model+json"), ("first.lesson.md", LESSON), ("page.md", None), ("other", None)):
            said = subprocess.run(["gio", "info", "-a", "standard::content-type", place / file], capture_output=True, text=True,
                                  env=environment).stdout.split()[-1]
            if said != (kind if kind == LESSON else f"{PREFIX}{kind}") if kind else "chasescope" in said:
                yield f"{file} is taken for {said}."


def main(root, program, part):
    folder = pathlib.Path(root).resolve() / "packaging"
    return list({"metainfo": lambda: metainfo(folder),
                 "entry": lambda: checked("desktop-file-validate", str(folder / ENTRY)),
                 "types": lambda: types(folder), "mime": lambda: mime(folder, program)}[part]())


if __name__ == "__main__":
    wrong = main(*sys.argv[1:])
    print("\n".join(wrong) or "All is well.")
    sys.exit(bool(wrong))
