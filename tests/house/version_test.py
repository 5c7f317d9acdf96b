#!/usr/bin/env python3
"""version_test.py ROOT [PROGRAM]: whether every place that states the version states that of CMakeLists.txt, and whether all that name who
makes ChaseScope name the same.

The program has it from CMake; CITATION.cff, docs/citing.md and CHANGELOG.md are read by people and other programs as they are.
"""
import pathlib
import re
import subprocess
import sys

PLACES = {
    "CITATION.cff": r"^version:\s*(\S+)",
    "docs/citing.md": r"^\s*version\s*=\s*\{([^}]*)\}",
    "CHANGELOG.md": r"^## \[(\d[^\]]*)\]",  # the newest stands first
}

# Who makes it. The package's address comes behind the name; nothing is reached at one that ends with .invalid.
MAKERS = {
    "CITATION.cff": r"^authors:\n  - name: \"([^\"]*)\"",
    "packaging/org.chasescope.ChaseScope.metainfo.xml": r"<developer_name>([^<]*)<",
    "packaging/deb/CMakeLists.txt": r"set\(CHASESCOPE_MAINTAINER \"([^<\"]*) <",
    "packaging/deb/copyright": r"^Files: \*\nCopyright: \d+ (.*)$",
}


def makers(root):
    named = {}
    for place, pattern in MAKERS.items():
        found = re.search(pattern, (root / place).read_text(), re.M)
        if found is None:
            yield f"{place} does not say who makes ChaseScope."
        else:
            named.setdefault(found.group(1), []).append(place)
    if len(named) > 1:
        yield "Who makes ChaseScope? " + "; ".join(f"{', '.join(places)}: {name}" for name, places in named.items()) + "."


def faults(root, program=None):
    version = re.search(r"^project\(ChaseScope VERSION (\S+)", (root / "CMakeLists.txt").read_text(), re.M).group(1)
    for place, pattern in PLACES.items():
        found = re.search(pattern, (root / place).read_text(), re.M)
        if found is None:
            yield f"{place} states no version."
        elif found.group(1) != version:
            yield f"{place} states version {found.group(1)}, but CMakeLists.txt {version}."
    yield from makers(root)
    if program is not None:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
        if not said.startswith(f"ChaseScope {version} ("):
            yield f"'{program} --version' says {said.strip()!r}, but CMakeLists.txt states {version}."


if __name__ == "__main__":
    wrong = list(faults(pathlib.Path(sys.argv[1]), *sys.argv[2:3]))
    print("\n".join(wrong) or "One version.")
    sys.exit(bool(wrong))
