#!/usr/bin/env python3
"""version_test.py ROOT [PROGRAM]: whether all files (and the program) state the same version, the same maker and the same citation.

The version is that of CMakeLists.txt, from which the program has it. The other files, such as CITATION.cff, docs/citing.md and CHANGELOG.md,
are written by hand.
"""
import pathlib
import re
import subprocess
import sys

PLACES = {
    "CITATION.cff": r"^version:\s*(\S+)",
    "docs/citing.md": r"^\s*note\s*=\s*\{Version ([^,}]*),",
    "CHANGELOG.md": r"^## \[(\d[^\]]*)\]",  # the newest stands first
}

# The files that name the maker, and how to find the name there. In the package's file an e-mail address follows the name.
MAKERS = {
    "CITATION.cff": r"^authors:\n  - name: \"([^\"]*)\"",
    "packaging/org.chasescope.ChaseScope.metainfo.xml": r"<developer_name>([^<]*)<",
    "packaging/deb/CMakeLists.txt": r"set\(CHASESCOPE_MAINTAINER \"([^<\"]*) <",
    "packaging/deb/copyright": r"^Files: \*\nCopyright: \d+ (.*)$",
}


def makers(root):
    """A sentence for each file that names no maker, and one if the files name different makers."""
    named = {}
    for place, pattern in MAKERS.items():
        found = re.search(pattern, (root / place).read_text(), re.M)
        if found is None:
            yield f"{place} does not say who makes ChaseScope."
        else:
            named.setdefault(found.group(1), []).append(place)
    if len(named) > 1:
        yield "Who makes ChaseScope? " + "; ".join(f"{', '.join(places)}: {name}" for name, places in named.items()) + "."


def citations(root, program):
    """A sentence for each difference between the BibTeX entry of docs/citing.md, CITATION.cff and what the program prints for --cite."""
    entry = re.search(r"^```bibtex\n(.*?)^```", (root / "docs/citing.md").read_text(), re.M | re.S).group(1)
    cff = (root / "CITATION.cff").read_text()
    for what, pattern, field in (("title", r"^title: \"([^\"]*)\"", "title = {{%s}}"), ("author", MAKERS["CITATION.cff"], "author = {{%s}}"),
                                 ("year", r"^date-released: (\d+)", "year = {%s}"), ("licence", r"^license: (\S+)", ", %s}")):
        said = re.search(pattern, cff, re.M).group(1)
        if field % said not in entry:
            yield f"docs/citing.md has another {what} than CITATION.cff, which says {said}."
    if program is not None:
        said = subprocess.run([program, "--cite"], capture_output=True, text=True, check=True).stdout
        if not said.startswith(entry):
            yield f"'{program} --cite' does not begin with the entry of docs/citing.md, but with {said[:len(entry)]!r}."


def faults(root, program=None):
    """A sentence for each place that states something else."""
    version = re.search(r"^project\(ChaseScope VERSION (\S+)", (root / "CMakeLists.txt").read_text(), re.M).group(1)
    for place, pattern in PLACES.items():
        found = re.search(pattern, (root / place).read_text(), re.M)
        if found is None:
            yield f"{place} states no version."
        elif found.group(1) != version:
            yield f"{place} states version {found.group(1)}, but CMakeLists.txt {version}."
    yield from makers(root)
    yield from citations(root, program)
    if program is not None:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
        if not said.startswith(f"ChaseScope {version} ("):
            yield f"'{program} --version' says {said.strip()!r}, but CMakeLists.txt states {version}."


if __name__ == "__main__":
    wrong = list(faults(pathlib.Path(sys.argv[1]), *sys.argv[2:3]))
    print("\n".join(wrong) or "One version.")
    sys.exit(bool(wrong))
