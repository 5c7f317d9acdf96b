#!/usr/bin/env python3
"""rooms.py [ROOT [REVISION]]: prints a Markdown table with the source files of each folder: how many they are, their lines, and the longest.

Only files that git tracks in the repository ROOT count. With REVISION (a commit or tag of git), the table is of that revision."""
import collections
import pathlib
import subprocess
import sys

CODE = (".cpp", ".h", ".cu", ".cuh", ".py", ".sh", ".cmake")
HOUSE = ("app", "engine", "kernels", "widgets", "tests", "cmake", "packaging", "docs")


def git(root, *words):
    """The output of a git command as bytes. Raises CalledProcessError."""
    return subprocess.run(["git", "-C", str(root), *words], check=True, capture_output=True).stdout


def files_of(root, revision):
    """A dict from the path of each source file to its number of lines, at this revision (None: in the working tree)."""
    if revision is None:
        names = [name for name in git(root, "ls-files", "-z").decode().split("\0") if name.endswith(CODE)]
        return {name: (root / name).read_bytes().count(b"\n") for name in names if (root / name).exists()}
    names = [name for name in git(root, "ls-tree", "-r", "-z", "--name-only", revision).decode().split("\0") if name.endswith(CODE)]
    return {name: git(root, "show", f"{revision}:{name}").count(b"\n") for name in names}


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    files = files_of(root, sys.argv[2] if len(sys.argv) > 2 else None)
    rooms = collections.defaultdict(list)
    for name, lines in files.items():
        if name.startswith(tuple(f"{folder}/" for folder in HOUSE)):
            rooms[str(pathlib.PurePath(name).parent)].append((lines, pathlib.PurePath(name).name))
    print("| folder | files | lines | longest |\n|---|---|---|---|")
    for folder, held in sorted(rooms.items()):
        lines, longest = max(held)
        print(f"| `{folder}/` | {len(held)} | {sum(each for each, _ in held):,} | `{longest}` ({lines}) |")
    all_files = [(lines, name) for name, lines in files.items()]
    print(f"| all | {len(all_files)} | {sum(lines for lines, _ in all_files):,} | |")


if __name__ == "__main__":
    main()
