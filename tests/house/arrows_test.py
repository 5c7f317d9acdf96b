#!/usr/bin/env python3
"""arrows_test.py ROOT: whether the house is as its CMakeLists say.

Each folder with a cs_library() is a room. A file may include headers of its own room and of rooms that its own links, directly or
through others; no two rooms link each other; headers are named by their path from ROOT; no folder holds more than forty files; no two
headers give one name to two types, of which a linker would take either one's functions for both.
"""
import pathlib
import re
import sys

MOST_FILES = 40
HOUSES = ("engine", "kernels", "widgets", "app")
SOURCES = {".h", ".cpp", ".cuh", ".cu"}
LIBRARY = re.compile(r"cs_library\(\s*(\w+)([^)]*)\)")
LINKED = re.compile(r"target_link_libraries\(\s*(\w+)\s+(?:PRIVATE|PUBLIC|INTERFACE)([^)]*)\)")
MADE_BY_MOC = re.compile(r"moc_\w+\.cpp")
VIEWS, REGISTRY, VIEW = "widgets/registry/all_views.inc", "cs_registry", re.compile(r"^CHASESCOPE_VIEW\((\w+),", re.M)
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


def rooms_of(root):
    """The library of each folder, and the libraries that each names in its link lines."""
    room, links = {}, {}
    for house in HOUSES:
        for lists in (root / house).rglob("CMakeLists.txt"):
            text = re.sub(r"#.*", "", lists.read_text())
            folder = lists.parent.relative_to(root).as_posix()
            for name, rest in LIBRARY.findall(text):
                room[folder] = name
                links.setdefault(name, set()).update(re.findall(r"\bcs_\w+", rest))
            for name, rest in LINKED.findall(text):
                links.setdefault(name, set()).update(re.findall(r"\bcs_\w+", rest))
    if (root / VIEWS).is_file():
        links.setdefault(REGISTRY, set()).update("cs_view_" + folder for folder in VIEW.findall((root / VIEWS).read_text()))
    return room, links


def reached(name, links, on_the_way=()):
    """All libraries below `name`. Raises ValueError where two link each other."""
    if name in on_the_way:
        raise ValueError("These rooms link in a circle: " + " -> ".join((*on_the_way, name)))
    all_below = set()
    for below in links.get(name, ()):
        all_below |= {below} | reached(below, links, (*on_the_way, name))
    return all_below


def faults(root):
    room, links = rooms_of(root)
    if not room:
        yield "No cs_library() was found."
    try:
        below = {folder: reached(name, links) for folder, name in room.items()}
    except ValueError as circle:
        yield str(circle)
        return
    for house in HOUSES:
        for path in sorted((root / house).rglob("*")):
            if path.suffix not in SOURCES:
                continue
            folder = path.parent.relative_to(root).as_posix()
            for header in INCLUDE.findall(path.read_text()):
                if header.endswith(".moc") or MADE_BY_MOC.fullmatch(header):
                    continue
                if not header.startswith((*(h + "/" for h in HOUSES), "tests/", "resources/")):
                    yield f'{path.relative_to(root)} includes "{header}": name it by its path from the root.'
                    continue
                if not (root / header).is_file():
                    yield f'{path.relative_to(root)} includes "{header}", which is not there.'
                    continue
                other = pathlib.PurePosixPath(header).parent.as_posix()
                if other in (folder, "resources") or folder not in room:
                    continue
                if other not in room:
                    yield f'{path.relative_to(root)} includes "{header}", which is in no room.'
                elif room[other] not in below[folder]:
                    yield f'{path.relative_to(root)} includes "{header}", but {room[folder]} does not link {room[other]}.'
    for top in (*HOUSES, "resources", "tests", "docs", "packaging", "cmake"):
        for folder in [root / top, *(path for path in (root / top).rglob("*") if path.is_dir())]:
            count = sum(1 for path in folder.iterdir() if path.is_file())
            if count > MOST_FILES and "__pycache__" not in folder.parts:
                yield f"{folder.relative_to(root)} holds {count} files, more than {MOST_FILES}."
    yield from names_given_twice(root)


NAMESPACE, ITS_END = re.compile(r"namespace ([\w:]+) \{"), re.compile(r"\}\s*// namespace")
TYPE = re.compile(r"(?:class|struct|enum class)\s+(\w+)\b[^;]*$")


def types_of(header):
    """The types that a header defines outside of others, with their namespaces."""
    inside = []
    for line in header.splitlines():
        if begun := NAMESPACE.match(line):
            inside.append(begun.group(1))
        elif ITS_END.match(line) and inside:
            inside.pop()
        elif found := TYPE.match(line):
            yield "::".join([*inside, found.group(1)])


def names_given_twice(root):
    given = {}
    for house in HOUSES:
        for path in sorted((root / house).rglob("*.h")):
            for name in types_of(path.read_text()):
                other = given.setdefault(name, path)
                if other != path:
                    yield f"{path.relative_to(root)} and {other.relative_to(root)} both define {name}."


if __name__ == "__main__":
    found = list(faults(pathlib.Path(sys.argv[1]).resolve()))
    print("\n".join(found) if found else "Every arrow goes down, and no folder is crowded.")
    sys.exit(1 if found else 0)
