#!/usr/bin/env python3
"""version_test.py ROOT [PROGRAM]: whether every place that states the version states that of CMakeLists.txt.

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


def faults(root, program=None):
    version = re.search(r"^project\(ChaseScope VERSION (\S+)", (root / "CMakeLists.txt").read_text(), re.M).group(1)
    for place, pattern in PLACES.items():
        found = re.search(pattern, (root / place).read_text(), re.M)
        if found is None:
            yield f"{place} states no version."
        elif found.group(1) != version:
            yield f"{place} states version {found.group(1)}, but CMakeLists.txt {version}."
    if program is not None:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
        if not said.startswith(f"ChaseScope {version} ("):
            yield f"'{program} --version' says {said.strip()!r}, but CMakeLists.txt states {version}."


if __name__ == "__main__":
    wrong = list(faults(pathlib.Path(sys.argv[1]), *sys.argv[2:3]))
    print("\n".join(wrong) or "One version.")
    sys.exit(bool(wrong))
